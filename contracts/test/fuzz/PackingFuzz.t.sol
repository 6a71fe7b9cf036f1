// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {TimedAmount} from "../../src/storage/TimedAmount.sol";
import {ExchangeFixture} from "../support/ExchangeFixture.sol";
import {vm} from "../support/Vm.sol";

/// What shares a word with something else. Orders, trades and withdrawals are packed in contracts/signed-types.
contract PackingFuzzTest is ExchangeFixture {
    /// Each member is what was written last, and bits that belong to none of them stay.
    function testFuzz_amountTimeAndNonceLeaveEachOtherAlone(
        uint256 word,
        uint128 amount,
        uint40 time,
        uint64 nonce,
        uint256 turn
    ) public pure {
        TimedAmount packed = TimedAmount.wrap(word);
        for (uint256 i = 0; i < 3; ++i) {
            uint256 member = ((turn % 3) + i) % 3;
            if (member == 0) packed = packed.withAmount(amount);
            if (member == 1) packed = packed.withEffectiveAt(time);
            if (member == 2) packed = packed.withMinNonce(nonce);
        }
        eq(packed.amount(), amount, "amount");
        eq(packed.effectiveAt(), time, "time");
        eq(packed.minNonce(), nonce, "nonce");
        eq(TimedAmount.unwrap(packed) >> 232, word >> 232, "the rest");
        eq(
            TimedAmount.unwrap(packed) % 2 ** 232,
            (uint256(nonce) << 168) | (uint256(time) << 128) | amount,
            "in their places"
        );
    }

    /// Written by the exchange, read by the lens.
    function testFuzz_delegatesWord(uint256 key, uint40 validUntil, uint32 removedAfter) public {
        key = 1 + (key % (2 ** 128));
        address delegate = vm.addr(key);
        (address taken, , , bool used) = lens.delegates(delegate);
        if (taken != address(0) || used || delegate == alice || validUntil <= START) return;
        addDelegate(alice, key, validUntil);
        vm.warp(START + removedAfter);
        vm.prank(alice);
        exchange.removeDelegate(delegate);
        (address account, uint40 until, uint40 revokedAt, bool funded) = lens.delegates(delegate);
        eq(account, alice, "account");
        eq(until, validUntil, "valid until");
        eq(revokedAt, START + removedAfter + WAITING, "revoked at");
        holds(!funded, "funded");
    }

    /// Two words of parameters, written in parts by the admin and the guardian.
    function testFuzz_parametersLeaveEachOtherAlone(
        uint32 period,
        uint16 feeBps,
        uint32 time,
        bool stopped,
        uint128 cap
    ) public {
        (period, feeBps) = (uint32(1 hours + (period % (7 days - 1 hours + 1))), feeBps % 501);
        vm.warp(START + time);
        vm.prank(admin);
        exchange.setMaxFeeBps(feeBps);
        vm.prank(guardian);
        exchange.pauseSettlement();
        if (stopped) {
            vm.prank(guardian);
            exchange.pauseDeposits();
        }
        vm.prank(admin);
        exchange.setWithdrawalFeeCap(address(tokenB), cap);
        vm.prank(admin);
        exchange.setWaitingPeriod(period);
        expectParameters(period, feeBps, START + time, stopped, cap);
    }

    function expectParameters(
        uint32 period,
        uint16 feeBps,
        uint256 time,
        bool stopped,
        uint128 cap
    ) private view {
        eq(lens.feeCollector(), collector, "collector");
        eq(lens.waitingPeriod(), period, "period");
        eq(lens.maxFeeBps(), feeBps < 200 ? 200 : feeBps, "limit in force");
        (uint16 newest, uint40 from) = lens.newestMaxFee();
        eq(newest, feeBps, "newest limit");
        eq(from, feeBps < 200 ? time + WAITING : time, "from when");
        (uint40 until, uint40 again) = lens.settlementPause();
        eq(until, time + (period < WAITING ? period : WAITING) / 8, "paused until");
        eq(again, time + WAITING, "pausable again");
        holds(lens.depositsPaused() == stopped, "deposits");
        eq(lens.withdrawalFeeCap(address(tokenB)), cap, "cap");
        eq(lens.withdrawalFeeCap(address(tokenA)), 0, "of one token");
    }
}
