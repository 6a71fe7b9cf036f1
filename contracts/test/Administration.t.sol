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
        eq(lens.tokenCount(), 3, "ether and two tokens");
        eq(lens.tokens(0), address(0), "ether is 0");
        eq(lens.tokenIdOf(address(tokenB)), 2, "id");
        TestToken token = new TestToken("C", "C", 0);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit TokenRegistered(3, address(token));
        eq(register(address(token)), 3, "next id");
        vm.expectRevert(TokenUnknown.selector);
        lens.tokenIdOf(address(0xdead));
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
        emit MaxFeeChanged(500, uint40(START));
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
        vm.expectEmit(true, true, true, true, address(exchange));
        emit WithdrawalFeeCapChanged(address(tokenA), 7);
        asAdmin(abi.encodeCall(IExchange.setWithdrawalFeeCap, (address(tokenA), 7)), true);
        eq(lens.withdrawalFeeCap(address(tokenA)), 7, "cap");
    }

    /// Its trades would not settle any more, so it must be nobody who could have any.
    function test_collectorIsAnAddressThatNobodyEverPaidInto() public {
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        fund(carol, tokenA, 1);
        address[6] memory unfit = [address(0), delegateKey, alice, carol, collector, POOL];
        for (uint256 i = 0; i < unfit.length; ++i) {
            asAdmin(abi.encodeCall(IExchange.setFeeCollector, (unfit[i])), false);
        }
        asAdmin(abi.encodeCall(IExchange.setFeeCollector, (address(0xFEE2))), true);
        asAdmin(abi.encodeCall(IExchange.setFeeCollector, (collector)), false);
    }

    /// Trades that were matched by the higher limit must settle.
    function test_lowerFeeLimitWaitsAndAHigherOneDoesNot() public {
        vm.expectEmit(true, true, true, true, address(exchange));
        emit MaxFeeChanged(100, uint40(START + WAITING));
        asAdmin(abi.encodeCall(IExchange.setMaxFeeBps, (100)), true);
        vm.warp(START + WAITING - 1);
        eq(lens.maxFeeBps(), 200, "the former one");
        // Lowered less: it waits anew, and nothing falls meanwhile.
        asAdmin(abi.encodeCall(IExchange.setMaxFeeBps, (150)), true);
        vm.warp(START + WAITING);
        eq(lens.maxFeeBps(), 200, "the former one still");
        (uint16 next, uint40 effectiveAt) = lens.newestMaxFee();
        eq(next, 150, "the next one");
        eq(effectiveAt, START + 2 * WAITING - 1, "and when");
        vm.warp(effectiveAt);
        eq(lens.maxFeeBps(), 150, "the next one");
        asAdmin(abi.encodeCall(IExchange.setMaxFeeBps, (160)), true);
        eq(lens.maxFeeBps(), 160, "raised at once");
        asAdmin(abi.encodeCall(IExchange.setMaxFeeBps, (160)), true);
        eq(lens.maxFeeBps(), 160, "the same at once");
    }

    /// Everything privileged, tried by everybody who must not.
    function test_everyPrivilegeBelongsToOneRole() public {
        address[8] memory everybody = [
            admin,
            settler,
            standby,
            attester,
            lister,
            guardian,
            coSigner,
            thief
        ];
        bytes32 role = lens.SETTLER_ROLE();
        privilege(everybody, admin, abi.encodeCall(IExchange.setMaxFeeBps, (100)));
        privilege(everybody, admin, abi.encodeCall(IExchange.setFeeCollector, (carol)));
        privilege(everybody, admin, abi.encodeCall(IExchange.setWaitingPeriod, (2 hours)));
        privilege(everybody, admin, abi.encodeCall(IExchange.setWithdrawalFeeCap, (address(0), 1)));
        privilege(everybody, admin, abi.encodeCall(IExchange.grantRole, (role, bob)));
        privilege(everybody, admin, abi.encodeCall(IExchange.revokeRole, (role, bob)));
        privilege(everybody, lister, abi.encodeCall(IExchange.setDepositsEnabled, (address(0), true)));
        privilege(everybody, lister, abi.encodeCall(IExchange.registerToken, (address(new TestToken("", "", 1)))));
        privilege(everybody, guardian, abi.encodeCall(IExchange.pauseSettlement, ()));
        privilege(everybody, admin, abi.encodeCall(IExchange.resumeSettlement, ()));
        privilege(everybody, guardian, abi.encodeCall(IExchange.pauseDeposits, ()));
        privilege(everybody, admin, abi.encodeCall(IExchange.resumeDeposits, ()));
        privilege(everybody, guardian, abi.encodeCall(IExchange.dropRole, (role, settler)));
        holds(!exchange.hasRole(role, settler), "dropped");
    }

    function test_guardianDropsWhoeverSigns() public {
        bytes32[4] memory roles = [
            lens.SETTLER_ROLE(),
            lens.SETTLER_ROLE(),
            lens.ATTESTER_ROLE(),
            lens.COSIGNER_ROLE()
        ];
        address[4] memory holders = [settler, standby, attester, coSigner];
        for (uint256 i = 0; i < roles.length; ++i) {
            holds(exchange.hasRole(roles[i], holders[i]), "granted");
            vm.prank(guardian);
            exchange.dropRole(roles[i], holders[i]);
            holds(!exchange.hasRole(roles[i], holders[i]), "dropped");
        }
    }

    function test_guardianDropsNobodyElse() public {
        bytes32[3] memory kept = [lens.LISTER_ROLE(), lens.GUARDIAN_ROLE(), bytes32(0)];
        for (uint256 i = 0; i < kept.length; ++i) {
            vm.expectRevert(RoleNotDroppable.selector);
            vm.prank(guardian);
            exchange.dropRole(kept[i], lister);
        }
    }

    function test_noKeyHoldsTwoRoles() public {
        bytes32[5] memory roles = [
            lens.SETTLER_ROLE(),
            lens.ATTESTER_ROLE(),
            lens.COSIGNER_ROLE(),
            lens.LISTER_ROLE(),
            lens.GUARDIAN_ROLE()
        ];
        address[5] memory holders = [standby, attester, coSigner, lister, guardian];
        for (uint256 i = 0; i < 5; ++i) {
            for (uint256 k = 0; k < 5; ++k) {
                asAdmin(abi.encodeCall(IExchange.grantRole, (roles[i], holders[k])), i == k);
            }
        }
    }

    function test_badConfigurationIsRefused() public {
        ExchangeConfig memory bad = config();
        bad.coSigner = bad.attester;
        expectNoDeployment(bad);
        bad = config();
        bad.attester = bad.settlers[1];
        expectNoDeployment(bad);
        bad = config();
        bad.settlers[0] = address(0);
        expectNoDeployment(bad);
        bad = config();
        bad.admin = address(0);
        expectNoDeployment(bad);
        bad = config();
        bad.maxFeeBps = 501;
        expectNoDeployment(bad);
        bad = config();
        bad.waitingPeriod = 8 days;
        expectNoDeployment(bad);
    }

    /// A hand-over is a grant and a revocation, each after the timelock.
    function test_adminHandsItsRoleOver() public {
        eq(lens.defaultAdmin(), admin, "admin");
        asAdmin(abi.encodeCall(IExchange.grantRole, (bytes32(0), bob)), true);
        eq(lens.defaultAdmin(), bob, "the new one");
        vm.prank(bob);
        exchange.revokeRole(bytes32(0), admin);
        asAdmin(abi.encodeCall(IExchange.setMaxFeeBps, (100)), false);
        vm.prank(bob);
        exchange.renounceRole(bytes32(0), bob);
        eq(lens.defaultAdmin(), address(0), "nobody");
    }

    /// Whoever reads what the admin announces must not lose sight of one that goes on.
    function test_handOverTakenBackLeavesTheFormerAdmin() public {
        address[2] memory others = [bob, carol];
        for (uint256 i = 0; i < 2; ++i) asAdmin(abi.encodeCall(IExchange.grantRole, (bytes32(0), others[i])), true);
        asAdmin(abi.encodeCall(IExchange.grantRole, (bytes32(0), admin)), true);
        eq(lens.defaultAdmin(), carol, "what one has already is given to nobody anew");
        asAdmin(abi.encodeCall(IExchange.revokeRole, (bytes32(0), carol)), true);
        eq(lens.defaultAdmin(), bob, "the one before");
        asAdmin(abi.encodeCall(IExchange.revokeRole, (bytes32(0), bob)), true);
        eq(lens.defaultAdmin(), admin, "the first");
        asAdmin(abi.encodeCall(IExchange.grantRole, (bytes32(0), bob)), true);
        eq(lens.defaultAdmin(), bob, "given anew");
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

    function privilege(address[8] memory everybody, address holder, bytes memory data) private {
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
