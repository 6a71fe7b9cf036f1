// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DepositRouter} from "../src/router/DepositRouter.sol";
import {Permit2} from "../src/router/Permits.sol";
import {ExchangeFixture} from "./support/ExchangeFixture.sol";
import {SignatureTransfer} from "./support/SignatureTransfer.sol";
import {vm} from "./support/Vm.sol";

contract DepositRouterTest is ExchangeFixture {
    DepositRouter private router;
    SignatureTransfer private permit2;

    function setUp() public override {
        super.setUp();
        permit2 = new SignatureTransfer();
        router = DepositRouter(deployShipped("DepositRouter", abi.encode(exchange, permit2)));
        tokenA.mint(carol, 10);
    }

    function test_permitAndDepositInOneCall() public {
        (uint8 v, bytes32 r, bytes32 s) = permit(10);
        vm.prank(carol);
        router.depositWithPermit(address(tokenA), 10, FOREVER, v, r, s);
        expectDeposited(10);
    }

    /// Whoever has seen the signature can use it first; that must not stop the deposit.
    function test_permitThatWasUsedByAnother() public {
        (uint8 v, bytes32 r, bytes32 s) = permit(10);
        tokenA.permit(carol, address(router), 10, FOREVER, v, r, s);
        vm.prank(carol);
        router.depositWithPermit(address(tokenA), 10, FOREVER, v, r, s);
        expectDeposited(10);
    }

    function test_takesFromNobodyButTheCaller() public {
        (uint8 v, bytes32 r, bytes32 s) = permit(10);
        vm.expectRevert();
        vm.prank(thief);
        router.depositWithPermit(address(tokenA), 10, FOREVER, v, r, s);
        vm.prank(carol);
        tokenA.approve(address(router), 10);
        vm.expectRevert();
        vm.prank(thief);
        router.depositWithPermit(address(tokenA), 10, FOREVER, v, r, s);
        eq(tokenA.balanceOf(carol), 10, "nothing taken");
    }

    function test_permit2() public {
        vm.prank(carol);
        tokenA.approve(address(permit2), type(uint256).max);
        Permit2.PermitTransferFrom memory wanted = transferOf(10);
        bytes memory signature = signatureOf(wanted);
        vm.expectRevert();
        vm.prank(thief);
        router.depositWithPermit2(wanted, 4, signature);
        vm.prank(carol);
        router.depositWithPermit2(wanted, 4, signature);
        expectDeposited(4);
        vm.expectRevert();
        vm.prank(carol);
        router.depositWithPermit2(wanted, 4, signature);
    }

    function test_whatTheExchangeRefusesStaysWithTheCaller() public {
        vm.prank(carol);
        exchange.requestExit(one(address(tokenA)));
        (uint8 v, bytes32 r, bytes32 s) = permit(10);
        vm.expectRevert(AccountIsExiting.selector);
        vm.prank(carol);
        router.depositWithPermit(address(tokenA), 10, FOREVER, v, r, s);
        eq(tokenA.balanceOf(carol), 10, "kept");
    }

    function expectDeposited(uint256 amount) private view {
        eq(balanceOf(carol, tokenA), amount, "credited to the caller");
        eq(tokenA.balanceOf(carol), 10 - amount, "taken from the caller");
        eq(tokenA.balanceOf(address(router)), 0, "nothing stays in the router");
        eq(tokenA.allowance(address(router), address(exchange)), 0, "nor an approval");
    }

    function permit(uint256 amount) private view returns (uint8 v, bytes32 r, bytes32 s) {
        bytes32 typehash = keccak256(
            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
        );
        bytes32 structHash = keccak256(abi.encode(typehash, carol, address(router), amount, 0, FOREVER));
        return vm.sign(CAROL_KEY, keccak256(abi.encodePacked(hex"1901", tokenA.DOMAIN_SEPARATOR(), structHash)));
    }

    function transferOf(uint256 amount) private view returns (Permit2.PermitTransferFrom memory) {
        return Permit2.PermitTransferFrom(Permit2.TokenPermissions(address(tokenA), amount), 7, FOREVER);
    }

    function signatureOf(Permit2.PermitTransferFrom memory wanted) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(CAROL_KEY, permit2.digestOf(wanted, address(router)));
        return abi.encodePacked(r, s, v);
    }
}
