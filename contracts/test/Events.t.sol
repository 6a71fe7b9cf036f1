// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderFixture} from "./support/OrderFixture.sol";
import {vm} from "./support/Vm.sol";

/// Events of the calls with a co-signature or by the operator: the services believe nothing but events, so a change
/// without its event is one that they never learn of.
contract EventsTest is OrderFixture {
    function test_tellsOfADelegateRemovedAtOnce() public {
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(COSIGNER_KEY, delegateRemovalDigest(alice, delegateKey));
        vm.expectEmit(true, true, true, true, address(exchange));
        emit DelegateRemoved(alice, delegateKey, uint40(START));
        vm.prank(alice);
        exchange.removeDelegateCoSigned(delegateKey, FOREVER, v, r, s);
    }

    function test_tellsOfOrdersCanceledAtOnce() public {
        bytes32[] memory hashes = one(orderHash(makerTerms()));
        (uint8 v, bytes32 r, bytes32 s) = cancellation(COSIGNER_KEY, hashes);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit OrderCancelled(alice, hashes[0], uint40(START));
        vm.prank(alice);
        exchange.cancelOrdersCoSigned(hashes, FOREVER, v, r, s);
    }

    function test_tellsOfOrdersCanceledForTheirAccount() public {
        bytes32[] memory hashes = one(orderHash(makerTerms()));
        (uint8 v, bytes32 r, bytes32 s) = cancellation(ALICE_KEY, hashes);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit OrderCancelled(alice, hashes[0], uint40(START));
        vm.prank(settler);
        exchange.cancelOrdersFor(alice, hashes, FOREVER, v, r, s);
    }

    function test_tellsOfDepositsClosedAndOpened() public {
        vm.expectEmit(true, true, true, true, address(exchange));
        emit DepositsEnabledChanged(address(tokenA), false);
        vm.prank(lister);
        exchange.setDepositsEnabled(address(tokenA), false);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit DepositsEnabledChanged(address(tokenA), true);
        vm.prank(lister);
        exchange.setDepositsEnabled(address(tokenA), true);
    }

    function cancellation(
        uint256 key,
        bytes32[] memory hashes
    ) private view returns (uint8 v, bytes32 r, bytes32 s) {
        return vm.sign(key, cancellationDigest(alice, hashes, FOREVER));
    }
}
