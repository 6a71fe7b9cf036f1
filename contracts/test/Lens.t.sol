// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ExchangeFixture} from "./support/ExchangeFixture.sol";
import {vm} from "./support/Vm.sol";

/// What the lens answers that no other test asks it.
contract LensTest is ExchangeFixture {
    function test_answersWhatTheExchangeDoes() public view {
        eq(lens.getBalance(address(tokenA), alice), FUNDS, "balance");
        eq(lens.getBalance(address(tokenA), bob), 0, "nothing");
        eq(lens.waitingPeriod(), WAITING, "waiting period");
        eq(lens.deployChainId(), block.chainid, "chain");
        eq32(lens.domainSeparator(), exchange.domainSeparator(), "separator");
    }

    function test_knowsWhoCollectsFees() public {
        eq(lens.feeCollector(), collector, "collector");
        address another = address(0xFEE2);
        vm.prank(admin);
        exchange.setFeeCollector(another);
        eq(lens.feeCollector(), another, "new collector");
    }

    function test_knowsWhichTokensAreOpenForDeposits() public {
        holds(lens.depositsEnabled(address(tokenA)), "open once registered");
        holds(!lens.depositsEnabled(address(0x1234)), "unknown");
        vm.prank(lister);
        exchange.setDepositsEnabled(address(tokenA), false);
        holds(!lens.depositsEnabled(address(tokenA)), "closed");
        holds(lens.depositsEnabled(address(tokenB)), "the other stays open");
    }
}
