// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ExchangeFixture} from "./support/ExchangeFixture.sol";
import {vm} from "./support/Vm.sol";

contract DelegatesTest is ExchangeFixture {
    function test_keyConsentsAndBelongsToOneAccountForEver() public {
        (uint8 v, bytes32 r, bytes32 s) = consent(DELEGATE_KEY, alice, delegateKey);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit DelegateAdded(alice, delegateKey, FOREVER);
        vm.prank(alice);
        exchange.addDelegate(delegateKey, FOREVER, FOREVER, v, r, s);
        (address account, uint40 validUntil, uint40 revokedAt, ) = lens.delegates(delegateKey);
        eq(account, alice, "account");
        eq(validUntil, FOREVER, "validUntil");
        eq(revokedAt, 0, "revokedAt");
        refused(DelegateNotEligible.selector, alice, DELEGATE_KEY, alice);
        refused(DelegateNotEligible.selector, bob, DELEGATE_KEY, bob);
    }

    function test_consentIsForOneAccount() public {
        refused(InvalidSignature.selector, bob, DELEGATE_KEY, alice);
    }

    function test_accountsNeverBecomeDelegates() public {
        refused(DelegateNotEligible.selector, bob, ALICE_KEY, bob);
        refused(DelegateNotEligible.selector, carol, CAROL_KEY, carol);
        address former = vm.addr(0xF0);
        vm.prank(admin);
        exchange.setFeeCollector(former);
        vm.prank(admin);
        exchange.setFeeCollector(address(0xFEE2));
        refused(DelegateNotEligible.selector, bob, 0xF0, bob);
    }

    function test_timesAreChecked() public {
        (uint8 v, bytes32 r, bytes32 s) = consent(DELEGATE_KEY, alice, delegateKey);
        vm.expectRevert(ValidityPassed.selector);
        vm.prank(alice);
        exchange.addDelegate(delegateKey, uint40(START), FOREVER, v, r, s);
        vm.expectRevert(DeadlinePassed.selector);
        vm.prank(alice);
        exchange.addDelegate(delegateKey, FOREVER, uint32(START - 1), v, r, s);
    }

    function test_removalAloneWaitsAndKeepsTheEarlierTime() public {
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        vm.expectRevert(NotYourDelegate.selector);
        vm.prank(bob);
        exchange.removeDelegate(delegateKey);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit DelegateRemoved(alice, delegateKey, uint40(START + WAITING));
        vm.prank(alice);
        exchange.removeDelegate(delegateKey);
        vm.warp(START + 10);
        vm.prank(alice);
        exchange.removeDelegate(delegateKey);
        eq(revokedAtOf(delegateKey), START + WAITING, "earlier time");
    }

    function test_removalWithACoSignatureIsImmediate() public {
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        vm.prank(alice);
        exchange.removeDelegate(delegateKey);
        bytes32 digest = delegateRemovalDigest(alice, delegateKey);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ALICE_KEY, digest);
        vm.expectRevert(InvalidSignature.selector);
        vm.prank(alice);
        exchange.removeDelegateCoSigned(delegateKey, FOREVER, v, r, s);
        (v, r, s) = vm.sign(COSIGNER_KEY, digest);
        vm.prank(alice);
        exchange.removeDelegateCoSigned(delegateKey, FOREVER, v, r, s);
        eq(revokedAtOf(delegateKey), START, "at once");
        vm.warp(START + 10);
        vm.prank(alice);
        exchange.removeDelegateCoSigned(delegateKey, FOREVER, v, r, s);
        eq(revokedAtOf(delegateKey), START, "earlier time");
    }

    function revokedAtOf(address delegate) private view returns (uint256 revokedAt) {
        (, , revokedAt, ) = lens.delegates(delegate);
    }

    function consent(
        uint256 key,
        address account,
        address delegate
    ) private view returns (uint8 v, bytes32 r, bytes32 s) {
        return vm.sign(key, delegationDigest(account, delegate, FOREVER));
    }

    function refused(bytes4 selector, address caller, uint256 key, address consentsTo) private {
        address delegate = vm.addr(key);
        (uint8 v, bytes32 r, bytes32 s) = consent(key, consentsTo, delegate);
        vm.expectRevert(selector);
        vm.prank(caller);
        exchange.addDelegate(delegate, FOREVER, FOREVER, v, r, s);
    }
}
