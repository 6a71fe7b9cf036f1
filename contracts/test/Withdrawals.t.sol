// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ExchangeFixture} from "./support/ExchangeFixture.sol";
import {vm} from "./support/Vm.sol";

contract WithdrawalsTest is ExchangeFixture {
    struct Call {
        address account;
        uint256 amount;
        address receiver;
        uint64 nonce;
        uint32 deadline;
        uint256 key;
    }

    function usual() private view returns (Call memory) {
        return Call(alice, 10 ether, carol, 2 ** 52, uint32(START + 3600), COSIGNER_KEY);
    }

    function test_coSignedWithdrawalPaysAtOnce() public {
        vm.expectEmit(true, true, true, true, address(exchange));
        emit Withdrawn(alice, address(tokenA), 10 ether, 0, carol, 2 ** 52, 1);
        withdraw(usual(), alice, usual());
        eq(tokenA.balanceOf(carol), 10 ether, "paid");
        eq(balanceOf(alice, tokenA), FUNDS - 10 ether, "debited");
        holds(lens.isNonceUsed(alice, 2 ** 52), "nonce used");
        holds(!lens.isNonceUsed(bob, 2 ** 52), "of this account only");
    }

    function test_worksWhilePausedAndUntilItsDeadlineInclusive() public {
        vm.prank(guardian);
        exchange.pauseSettlement();
        vm.prank(guardian);
        exchange.pauseDeposits();
        vm.warp(START + 3600);
        withdraw(usual(), alice, usual());
        eq(tokenA.balanceOf(carol), 10 ether, "paid");
    }

    function test_refusals() public {
        Call memory call = usual();
        refused(InvalidSignature.selector, call, bob, call);
        Call memory other = usual();
        other.amount += 1;
        refused(InvalidSignature.selector, call, alice, other);
        other = usual();
        other.receiver = bob;
        refused(InvalidSignature.selector, call, alice, other);
        call.key = ALICE_KEY;
        refused(InvalidSignature.selector, call, alice, call);
        call = usual();
        call.receiver = address(0);
        refused(BadReceiver.selector, call, alice, call);
        call = usual();
        call.amount = uint256(FUNDS) + 1;
        refused(InsufficientBalance.selector, call, alice, call);
        call.amount = 2 ** 128;
        refused(InsufficientBalance.selector, call, alice, call);
        withdraw(usual(), alice, usual());
        refused(NonceUsed.selector, usual(), alice, usual());
        vm.warp(START + 3601);
        refused(DeadlinePassed.selector, usual(), alice, usual());
    }

    function test_voidedNonceIsRefused() public {
        uint64[] memory nonces = new uint64[](2);
        (nonces[0], nonces[1]) = (2 ** 52, 2 ** 52 + 1);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit NonceVoided(alice, 2 ** 52);
        vm.prank(alice);
        exchange.voidNonces(nonces);
        holds(lens.isNonceUsed(alice, 2 ** 52 + 1), "each of them");
        holds(!lens.isNonceUsed(bob, 2 ** 52), "of this account only");
        refused(NonceUsed.selector, usual(), alice, usual());
        vm.recordLogs();
        vm.prank(alice);
        exchange.voidNonces(nonces);
        eq(vm.getRecordedLogs().length, 0, "said once");
    }

    function test_droppedCoSignerSignsInVain() public {
        bytes32 role = lens.COSIGNER_ROLE();
        vm.prank(guardian);
        exchange.dropRole(role, coSigner);
        refused(InvalidSignature.selector, usual(), alice, usual());
    }

    function withdraw(Call memory signedCall, address caller, Call memory what) private {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(signedCall.key, digestOf(signedCall));
        vm.prank(caller);
        exchange.withdraw(address(tokenA), what.amount, what.receiver, what.nonce, what.deadline, v, r, s);
    }

    function refused(bytes4 selector, Call memory signedCall, address caller, Call memory what) private {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(signedCall.key, digestOf(signedCall));
        vm.expectRevert(selector);
        vm.prank(caller);
        exchange.withdraw(address(tokenA), what.amount, what.receiver, what.nonce, what.deadline, v, r, s);
    }

    function digestOf(Call memory call) private view returns (bytes32) {
        return
            withdrawalDigest(
                call.account,
                address(tokenA),
                call.amount,
                call.receiver,
                call.nonce,
                call.deadline
            );
    }
}
