// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../../dist/artifacts/IExchange.sol";
import {OrderIn, TradeIn, WithdrawalIn} from "../../src/ExchangeTypes.sol";
import {ExchangeLens} from "../../src/lens/ExchangeLens.sol";
import {UserSteps} from "./UserSteps.sol";
import {vm} from "./Vm.sol";

/// Does to an exchange whatever its users, its operator and a thief may try, in any order, and remembers what
/// must hold afterwards. All its random numbers are bounded so that most calls go through.
contract ExchangeHandler is UserSteps {
    TradeIn[] internal settledTrades;

    function exchangeUnderTest() external view returns (IExchange) {
        return exchange;
    }

    function lensUnderTest() external view returns (ExchangeLens) {
        return lens;
    }

    function accountCount() external view returns (uint256) {
        return accounts.length;
    }

    function delegateCount() external pure returns (uint256) {
        return DELEGATES;
    }

    function moveBudget(uint256 which, uint128 amount, bool release) external {
        address token = tokenAt(which % 3);
        (address from, address to) = release ? (POOL, collector) : (collector, POOL);
        (uint256 had, uint256 other) = (exchange.getBalance(token, from), exchange.getBalance(token, to));
        amount = uint128(amount % (had + 1));
        vm.prank(release ? admin : collector);
        if (release) exchange.releaseRebates(token, amount);
        else exchange.fundRebates(token, amount);
        eq(exchange.getBalance(token, from), had - amount, "taken");
        eq(exchange.getBalance(token, to), other + amount, "given");
    }

    function settleRandomBatch(uint256 seed) external {
        if (isPaused()) return;
        uint256 count = 1 + (seed % 4);
        OrderIn[] memory orders = new OrderIn[](2 * count);
        TradeIn[] memory trades = new TradeIn[](count);
        for (uint16 i = 0; i < count; ++i) {
            seed = uint256(keccak256(abi.encode(seed, i)));
            (uint16 sold, uint16 bought) = (uint16((seed >> 8) % 3), uint16(((seed >> 8) + 1) % 3));
            OrderTerms memory maker = randomOrder(seed, sold, bought);
            OrderTerms memory taker = randomOrder(seed >> 128, bought, sold);
            orders[2 * i] = signed(maker);
            orders[2 * i + 1] = signed(taker);
            TradeTerms memory trade = randomTrade(seed, maker, taker);
            (trade.makerIndex, trade.takerIndex) = (2 * i, 2 * i + 1);
            trades[i] = packed(trade);
            if (seed % 11 == 0) orders[2 * i].vs ^= bytes32(uint256(1) << 255);
            if (seed % 13 == 0 && settledTrades.length != 0) trades[i] = settledTrades[seed % settledTrades.length];
        }
        settleAndCheck(orders, trades);
    }

    /// I13 with pure noise in place of orders and trades.
    function settleNoise(bytes32 seed) external {
        if (isPaused()) return;
        OrderIn[] memory orders = new OrderIn[](uint8(seed[0]) % 8);
        for (uint256 i = 0; i < orders.length; ++i) {
            seed = keccak256(abi.encode(seed));
            orders[i] = OrderIn(uint256(seed), uint256(keccak256(abi.encode(seed))), uint256(seed) << 216, seed, seed);
        }
        TradeIn[] memory trades = new TradeIn[](uint8(seed[1]) % 8);
        for (uint256 i = 0; i < trades.length; ++i) {
            seed = keccak256(abi.encode(seed));
            trades[i] = TradeIn(uint256(seed), uint256(seed) >> 8, uint256(seed) << 16);
        }
        vm.record();
        uint8[] memory codes = settle(orders, trades);
        for (uint256 i = 0; i < codes.length; ++i) holds(codes[i] != 0, "noise settles nothing");
        (, bytes32[] memory writes) = vm.accesses(address(exchange));
        eq(writes.length, 0, "nor does it leave a trace");
    }

    /// In each of its forms.
    function withdrawForUser(uint256 who, uint256 which, uint128 amount, uint128 fee, uint8 scheme) external {
        WithdrawalIn memory item;
        item.account = accounts[who % USERS];
        item.token = tokenAt(which % 3);
        (item.amount, item.nonce, item.deadline) = (amount % 100 ether, nextNonce++, FOREVER);
        (item.maxFee, item.fee) = (item.amount / 2, fee % (item.amount / 2 + 2));
        item.receiver = address(0xBEEF);
        uint256 before = exchange.getBalance(item.token, item.account);
        if (scheme % 3 != 0) {
            item.maxFee = (item.amount * lens.maxFeeBps()) / 10_000;
            if (item.maxFee > 1 ether) item.maxFee = 1 ether;
            item = signedShort(item, keys[who % USERS], scheme % 3);
        } else {
            item = signedFull(item, keys[who % USERS]);
        }
        address receiver = scheme % 3 == 0 ? item.receiver : item.account;
        uint256 outside = outsideOf(receiver, item.token);
        submit(item);
        bool done = lens.isNonceUsed(item.account, item.nonce);
        holds(done == (before >= item.amount && item.fee <= item.maxFee), "withdrawal");
        eq(exchange.getBalance(item.token, item.account), done ? before - item.amount : before, "I7, I8");
        eq(outsideOf(receiver, item.token), outside + (done ? item.amount - item.fee : 0), "paid");
        if (!done) return;
        held[item.token] -= item.amount - item.fee;
        ++successes["submitted withdrawal"];
    }

    function passTime(uint32 time) external {
        vm.warp(block.timestamp + (time % 8 hours));
    }

    function changeParameters(uint32 period, uint16 bps) external {
        (uint16 before, bytes32 times) = (lens.maxFeeBps(), timesOfExits());
        vm.prank(admin);
        exchange.setWaitingPeriod(1 hours + (period % 6 days));
        vm.prank(admin);
        exchange.setMaxFeeBps(bps % 501);
        eq(lens.maxFeeBps(), bps % 501 > before ? bps % 501 : before, "a lower limit waits");
        eq32(timesOfExits(), times, "I15: time given stays");
    }

    function timesOfExits() private view returns (bytes32 hash) {
        for (uint256 i = 0; i < 4 * USERS; ++i) {
            (, uint40 exitAt) = lens.balances(accounts[i / 4], tokenAt(i % 4));
            hash = keccak256(abi.encode(hash, exitAt));
        }
    }

    function pauseOrUnpause(uint8 seed) external {
        (, uint40 again) = lens.settlementPause();
        if (seed % 4 == 0 && block.timestamp >= again) {
            vm.prank(guardian);
            exchange.pauseSettlement();
        } else if (seed % 4 == 1) {
            vm.prank(admin);
            exchange.resumeSettlement();
        } else if (seed % 4 == 2) {
            vm.prank(guardian);
            exchange.pauseDeposits();
        } else {
            vm.prank(admin);
            exchange.resumeDeposits();
        }
    }

    function isPaused() private view returns (bool) {
        (uint40 until, ) = lens.settlementPause();
        return block.timestamp < until;
    }

    /// I14: whoever holds SETTLER, LISTER and GUARDIAN, but no signature, gets nothing out.
    function steal(uint256 role, uint256 who, uint256 which, uint128 amount) external {
        address[4] memory thieves = [settler, lister, guardian, thief];
        address token = tokenAt(which % 3);
        address robber = thieves[role % 4];
        vm.prank(robber);
        (bool exited, ) = address(exchange).call(abi.encodeCall(IExchange.withdrawExit, (token, ALL, robber)));
        holds(!exited, "I14: exit of nothing");
        WithdrawalIn memory item;
        (item.account, item.token, item.amount) = (accounts[who % USERS], token, 1 + (amount % 100 ether));
        (item.nonce, item.deadline, item.receiver) = (nextNonce++, FOREVER, robber);
        item.scheme = uint8(amount % 3);
        item = item.scheme == 0 ? signedFull(item, 0xBAD) : signedShort(item, 0xBAD, item.scheme);
        expectFailure(item, 3);
        settleWithoutAttester(amount % 2 == 0 ? COSIGNER_KEY : 0xBAD);
    }

    /// The settler's key, with the signature of anybody but an attester.
    function settleWithoutAttester(uint256 key) private {
        (OrderIn[] memory orders, TradeIn[] memory trades) = (new OrderIn[](0), new TradeIn[](1));
        (bytes32 r, bytes32 vs) = attest(key, FOREVER, orders, trades);
        bytes memory call = abi.encodeCall(IExchange.settleBatch, (7, FOREVER, orders, trades, r, vs));
        vm.prank(settler);
        (bool settled, ) = address(exchange).call(call);
        holds(!settled, "I14: no batch without an attester");
    }

    function onSettled(TradeIn memory trade) internal override {
        settledTrades.push(trade);
    }
}
