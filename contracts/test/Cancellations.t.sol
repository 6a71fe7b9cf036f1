// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderFixture} from "./support/OrderFixture.sol";
import {vm} from "./support/Vm.sol";

contract CancellationsTest is OrderFixture {
    uint32 private constant DEADLINE = uint32(START + 3600);

    function test_aloneAfterTheWaitingPeriod() public {
        bytes32 hash = orderHash(makerTerms());
        vm.expectEmit(true, true, true, true, address(exchange));
        emit OrderCancelled(alice, hash, uint40(START + WAITING));
        vm.prank(alice);
        exchange.cancelOrders(one(hash));
        vm.warp(START + 5);
        vm.prank(alice);
        exchange.cancelOrders(one(hash));
        eq(cancelAtOf(alice, hash), START + WAITING, "the earlier time stays");
    }

    function test_atOnceWithACoSignature() public {
        bytes32[] memory hashes = one(orderHash(makerTerms()));
        vm.prank(alice);
        exchange.cancelOrders(hashes);
        (uint8 v, bytes32 r, bytes32 s) = sign(COSIGNER_KEY, alice, hashes);
        vm.prank(alice);
        exchange.cancelOrdersCoSigned(hashes, DEADLINE, v, r, s);
        eq(cancelAtOf(alice, hashes[0]), START, "brought forward");
        expectFailure(makerTerms(), takerTerms(), tradeTerms(), 8, 1);
        vm.expectRevert(InvalidSignature.selector);
        vm.prank(bob);
        exchange.cancelOrdersCoSigned(hashes, DEADLINE, v, r, s);
        vm.warp(DEADLINE + 1);
        vm.expectRevert(DeadlinePassed.selector);
        vm.prank(alice);
        exchange.cancelOrdersCoSigned(hashes, DEADLINE, v, r, s);
    }

    function test_accountsOwnSignatureIsNoCoSignature() public {
        bytes32[] memory hashes = one(orderHash(makerTerms()));
        (uint8 v, bytes32 r, bytes32 s) = sign(ALICE_KEY, alice, hashes);
        vm.expectRevert(InvalidSignature.selector);
        vm.prank(alice);
        exchange.cancelOrdersCoSigned(hashes, DEADLINE, v, r, s);
    }

    function test_operatorSubmitsWhatTheAccountSigned() public {
        bytes32[] memory hashes = one(orderHash(makerTerms()));
        (uint8 v, bytes32 r, bytes32 s) = sign(ALICE_KEY, alice, hashes);
        vm.expectRevert();
        vm.prank(thief);
        exchange.cancelOrdersFor(alice, hashes, DEADLINE, v, r, s);
        vm.expectRevert(InvalidSignature.selector);
        vm.prank(settler);
        exchange.cancelOrdersFor(bob, hashes, DEADLINE, v, r, s);
        vm.prank(settler);
        exchange.cancelOrdersFor(alice, hashes, DEADLINE, v, r, s);
        eq(cancelAtOf(alice, hashes[0]), START, "at once");
    }

    function test_cancelingForOneAccountLeavesAnothersOrderOfTheSameTerms() public {
        bytes32 hash = orderHash(makerTerms());
        vm.prank(thief);
        exchange.cancelOrders(one(hash));
        eq(cancelAtOf(alice, hash), 0, "untouched");
        vm.warp(START + WAITING);
        expectSettled(makerTerms(), takerTerms(), tradeTerms());
    }

    function cancelAtOf(address account, bytes32 hash) private view returns (uint256 cancelAt) {
        (, cancelAt) = lens.orderFill(account, hash);
    }

    function sign(
        uint256 key,
        address account,
        bytes32[] memory hashes
    ) private view returns (uint8 v, bytes32 r, bytes32 s) {
        return vm.sign(key, cancellationDigest(account, hashes, DEADLINE));
    }
}
