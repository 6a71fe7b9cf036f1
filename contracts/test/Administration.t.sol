// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IExchange} from "../dist/artifacts/IExchange.sol";
import {ExchangeConfig} from "../src/ExchangeTypes.sol";
import {TestToken} from "../src/test/TestToken.sol";
import {ExchangeFixture} from "./support/ExchangeFixture.sol";
import {vm} from "./support/Vm.sol";

contract AdministrationTest is ExchangeFixture {
    function test_tokenIdsAreAppendOnly() public {
        eq(exchange.tokenCount(), 3, "ether and two tokens");
        eq(exchange.tokens(0), address(0), "ether is 0");
        eq(exchange.tokenIdOf(address(tokenB)), 2, "id");
        TestToken token = new TestToken("C", "C", 0);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit TokenRegistered(3, address(token));
        eq(register(address(token)), 3, "next id");
        vm.expectRevert(TokenUnknown.selector);
        exchange.tokenIdOf(address(0xdead));
    }

    function test_onlyContractsThatAreNotListedYetAreListed() public {
        address[4] memory bad = [address(tokenA), address(0), address(0xdead), address(exchange)];
        for (uint256 i = 0; i < bad.length; ++i) {
            vm.expectRevert(TokenNotEligible.selector);
            vm.prank(lister);
            exchange.registerToken(bad[i]);
        }
        vm.expectRevert(TokenUnknown.selector);
        vm.prank(lister);
        exchange.setDepositsEnabled(address(0xdead), true);
    }

    function test_parametersHaveLimitsAndEvents() public {
        vm.expectEmit(true, true, true, true, address(exchange));
        emit MaxFeeChanged(500);
        asAdmin(abi.encodeCall(IExchange.setMaxFeeBps, (500)), true);
        asAdmin(abi.encodeCall(IExchange.setMaxFeeBps, (501)), false);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit WaitingPeriodChanged(1 hours);
        asAdmin(abi.encodeCall(IExchange.setWaitingPeriod, (1 hours)), true);
        asAdmin(abi.encodeCall(IExchange.setWaitingPeriod, (1 hours - 1)), false);
        asAdmin(abi.encodeCall(IExchange.setWaitingPeriod, (7 days)), true);
        asAdmin(abi.encodeCall(IExchange.setWaitingPeriod, (7 days + 1)), false);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit FeeCollectorChanged(carol);
        asAdmin(abi.encodeCall(IExchange.setFeeCollector, (carol)), true);
        asAdmin(abi.encodeCall(IExchange.setFeeCollector, (address(0))), false);
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        asAdmin(abi.encodeCall(IExchange.setFeeCollector, (delegateKey)), false);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit WithdrawalFeeCapChanged(address(tokenA), 7);
        asAdmin(abi.encodeCall(IExchange.setWithdrawalFeeCap, (address(tokenA), 7)), true);
        eq(exchange.withdrawalFeeCap(address(tokenA)), 7, "cap");
    }

    /// Everything privileged, tried by everybody who must not.
    function test_everyPrivilegeBelongsToOneRole() public {
        address[6] memory everybody = [admin, settler, lister, guardian, coSigner, thief];
        bytes32 role = exchange.SETTLER_ROLE();
        privilege(everybody, admin, abi.encodeCall(IExchange.setMaxFeeBps, (100)));
        privilege(everybody, admin, abi.encodeCall(IExchange.setFeeCollector, (carol)));
        privilege(everybody, admin, abi.encodeCall(IExchange.setWaitingPeriod, (2 hours)));
        privilege(everybody, admin, abi.encodeCall(IExchange.setWithdrawalFeeCap, (address(0), 1)));
        privilege(everybody, admin, abi.encodeCall(IExchange.grantRole, (role, bob)));
        privilege(everybody, admin, abi.encodeCall(IExchange.revokeRole, (role, bob)));
        privilege(everybody, lister, abi.encodeCall(IExchange.setDepositsEnabled, (address(0), true)));
        privilege(everybody, lister, abi.encodeCall(IExchange.registerToken, (address(new TestToken("", "", 1)))));
        privilege(everybody, guardian, abi.encodeCall(IExchange.pause, ()));
        privilege(everybody, admin, abi.encodeCall(IExchange.unpause, ()));
        privilege(everybody, guardian, abi.encodeCall(IExchange.dropRole, (role, settler)));
        holds(!exchange.hasRole(role, settler), "dropped");
    }

    function test_guardianDropsOnlySettlersAndCoSigners() public {
        bytes32[3] memory kept = [exchange.LISTER_ROLE(), exchange.GUARDIAN_ROLE(), bytes32(0)];
        for (uint256 i = 0; i < kept.length; ++i) {
            vm.expectRevert(RoleNotDroppable.selector);
            vm.prank(guardian);
            exchange.dropRole(kept[i], lister);
        }
    }

    function test_noKeyHoldsTwoRoles() public {
        bytes32[4] memory roles = [
            exchange.SETTLER_ROLE(),
            exchange.COSIGNER_ROLE(),
            exchange.LISTER_ROLE(),
            exchange.GUARDIAN_ROLE()
        ];
        address[4] memory holders = [settler, coSigner, lister, guardian];
        for (uint256 i = 0; i < 4; ++i) {
            for (uint256 k = 0; k < 4; ++k) {
                asAdmin(abi.encodeCall(IExchange.grantRole, (roles[i], holders[k])), i == k);
            }
        }
    }

    function test_badConfigurationIsRefused() public {
        ExchangeConfig memory bad = config();
        bad.coSigner = bad.settler;
        expectNoDeployment(bad);
        bad = config();
        bad.settler = address(0);
        expectNoDeployment(bad);
        bad = config();
        bad.maxFeeBps = 501;
        expectNoDeployment(bad);
        bad = config();
        bad.waitingPeriod = 8 days;
        expectNoDeployment(bad);
    }

    function test_codeFitsTheChainsLimit() public view {
        holds(address(exchange).code.length <= 24_576, "EIP-170");
    }

    function tryDeploy(ExchangeConfig calldata chosen) external {
        deployExchange(chosen);
    }

    function expectNoDeployment(ExchangeConfig memory bad) private {
        vm.expectRevert();
        this.tryDeploy(bad);
    }

    function asAdmin(bytes memory data, bool expected) private {
        vm.prank(admin);
        (bool done, ) = address(exchange).call(data);
        holds(done == expected, expected ? "admin may" : "even admin may not");
    }

    function privilege(address[6] memory everybody, address holder, bytes memory data) private {
        for (uint256 i = 0; i < everybody.length; ++i) {
            if (everybody[i] == holder) continue;
            vm.prank(everybody[i]);
            (bool done, bytes memory reason) = address(exchange).call(data);
            holds(!done, "a stranger has the privilege");
            eq32(bytes4(reason), IAccessControl.AccessControlUnauthorizedAccount.selector, "why");
        }
        vm.prank(holder);
        (bool allowed, ) = address(exchange).call(data);
        holds(allowed, "the holder has the privilege");
    }
}
