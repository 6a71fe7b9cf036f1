// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderIn} from "../src/ExchangeTypes.sol";
import {OrderFixture} from "./support/OrderFixture.sol";
import {vm} from "./support/Vm.sol";

/// Every code of a failed trade, each with its side, and the order in which they are found.
contract TradeCodesTest is OrderFixture {
    function test_1_duplicateTradeEvenAfterItsOrderExpired() public {
        OrderTerms memory maker = makerTerms();
        maker.expiry = uint32(START + 10);
        expectSettled(maker, takerTerms(), tradeTerms());
        expectFailure(maker, takerTerms(), tradeTerms(), 1, 0);
        vm.warp(START + 11);
        expectFailure(maker, takerTerms(), tradeTerms(), 1, 0);
    }

    function test_2_badIndexBeforeTheOrdersOwnFaults() public {
        OrderTerms memory maker = makerTerms();
        maker.expiry = 1;
        TradeTerms memory trade = tradeTerms();
        trade.makerIndex = 2;
        expectFailure(maker, takerTerms(), trade, 2, 1);
        trade.makerIndex = 0;
        trade.takerIndex = 65_535;
        expectFailure(maker, takerTerms(), trade, 2, 2);
    }

    function test_3_unknownFlagsAndPadding() public {
        OrderIn[] memory orders = pair(makerTerms(), takerTerms());
        orders[0].tokens |= 4 << 216;
        expectFailure(orders, single(tradeTerms()), 3, 1);
        orders = pair(makerTerms(), takerTerms());
        orders[1].tokens |= 1;
        expectFailure(orders, single(tradeTerms()), 3, 2);
        TradeTerms memory trade = tradeTerms();
        trade.flags = 2;
        expectFailure(makerTerms(), takerTerms(), trade, 3, 0);
    }

    function test_3_personalFormOnlyOnTheChainOfDeployment() public {
        OrderTerms memory maker = makerTerms();
        maker.flags = PERSONAL;
        vm.chainId(999);
        expectFailure(maker, takerTerms(), tradeTerms(), 3, 1);
    }

    function test_4_signatureOfAnother() public {
        OrderTerms memory maker = makerTerms();
        maker.key = CAROL_KEY;
        expectFailure(maker, takerTerms(), tradeTerms(), 4, 1);
        OrderTerms memory taker = takerTerms();
        taker.key = CAROL_KEY;
        expectFailure(makerTerms(), taker, tradeTerms(), 4, 2);
    }

    function test_4_signatureOverOtherTerms() public {
        OrderIn[] memory orders = pair(makerTerms(), takerTerms());
        orders[0].terms += 1;
        expectFailure(orders, single(tradeTerms()), 4, 1);
    }

    function test_4_unrecoverableNeverMatchesTheZeroAccount() public {
        OrderIn[] memory orders = pair(makerTerms(), takerTerms());
        orders[0].terms = uint96(orders[0].terms);
        orders[0].r = 0;
        expectFailure(orders, single(tradeTerms()), 4, 1);
    }

    function test_4_highS() public {
        OrderIn[] memory orders = pair(makerTerms(), takerTerms());
        uint256 n = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        uint256 s = uint256(orders[0].vs) & ((1 << 255) - 1);
        // n − s needs the bit that carries v when it is high enough; such values can't be written at all.
        uint256 high = n - s;
        orders[0].vs = bytes32(high);
        expectFailure(orders, single(tradeTerms()), 4, 1);
    }

    function test_4_formatIsChosenByTheFlagAlone() public {
        OrderTerms memory maker = makerTerms();
        maker.flags = PERSONAL;
        OrderIn[] memory orders = pair(maker, takerTerms());
        orders[0].tokens &= ~(uint256(1) << 216);
        expectFailure(orders, single(tradeTerms()), 4, 1);
    }

    function test_4_otherContractOfTheSameName() public {
        OrderIn[] memory orders = pair(makerTerms(), takerTerms());
        use(deployExchange());
        register(address(tokenA));
        register(address(tokenB));
        expectFailure(orders, single(tradeTerms()), 4, 1);
    }

    function test_4_otherChainAfterAFork() public {
        OrderIn[] memory orders = pair(makerTerms(), takerTerms());
        vm.chainId(999);
        expectFailure(orders, single(tradeTerms()), 4, 1);
        // Signed anew for the fork's chain id, the same order is good.
        expectSettled(makerTerms(), takerTerms(), tradeTerms());
    }

    function test_5_delegateOfNobodyOrOfAnother() public {
        OrderTerms memory maker = makerTerms();
        maker.key = DELEGATE_KEY;
        maker.flags = DELEGATED;
        expectFailure(maker, takerTerms(), tradeTerms(), 5, 1);
        addDelegate(carol, DELEGATE_KEY, FOREVER);
        expectFailure(maker, takerTerms(), tradeTerms(), 5, 1);
    }

    function test_6_delegateRevokedOrPastItsTime() public {
        OrderTerms memory maker = makerTerms();
        maker.key = DELEGATE_KEY;
        maker.flags = DELEGATED;
        addDelegate(alice, DELEGATE_KEY, uint40(START + 2 * WAITING));
        vm.prank(alice);
        exchange.removeDelegate(delegateKey);
        vm.warp(START + WAITING - 1);
        expectSettled(maker, takerTerms(), tradeTerms());
        vm.warp(START + WAITING);
        TradeTerms memory trade = tradeTerms();
        trade.id = 2;
        expectFailure(maker, takerTerms(), trade, 6, 1);
    }

    function test_6_delegateExpires() public {
        OrderTerms memory maker = makerTerms();
        maker.key = DELEGATE_KEY;
        maker.flags = DELEGATED;
        addDelegate(alice, DELEGATE_KEY, uint40(START + 100));
        vm.warp(START + 99);
        expectSettled(maker, takerTerms(), tradeTerms());
        vm.warp(START + 100);
        TradeTerms memory trade = tradeTerms();
        trade.id = 2;
        expectFailure(maker, takerTerms(), trade, 6, 1);
    }

    function test_7_expired() public {
        OrderTerms memory taker = takerTerms();
        taker.expiry = uint32(START);
        expectFailure(makerTerms(), taker, tradeTerms(), 7, 2);
        taker.expiry = uint32(START + 1);
        expectSettled(makerTerms(), taker, tradeTerms());
    }

    function test_8_canceledOnceEffective() public {
        bytes32[] memory hashes = one(orderHash(makerTerms()));
        vm.prank(alice);
        exchange.cancelOrders(hashes);
        vm.warp(START + WAITING - 1);
        expectSettled(makerTerms(), takerTerms(), tradeTerms());
        vm.warp(START + WAITING);
        TradeTerms memory trade = tradeTerms();
        trade.id = 2;
        expectFailure(makerTerms(), takerTerms(), trade, 8, 1);
    }

    function test_8_nonceBelowTheMinimumOfItsSoldToken() public {
        OrderTerms memory maker = makerTerms();
        maker.nonce = 99;
        expectSettled(maker, takerTerms(), tradeTerms());
        raiseMinNonce(alice, address(tokenA), 100);
        TradeTerms memory trade = tradeTerms();
        trade.id = 2;
        expectFailure(maker, takerTerms(), trade, 8, 1);
        maker.nonce = 100;
        expectSettled(maker, takerTerms(), trade);
        // Of nobody else, and of no other token.
        raiseMinNonce(bob, address(tokenA), 100);
        trade.id = 3;
        expectSettled(maker, takerTerms(), trade);
        raiseMinNonce(bob, address(tokenB), type(uint64).max);
        trade.id = 4;
        expectFailure(maker, takerTerms(), trade, 8, 2);
    }

    function test_8_minimumNonceGoesForEveryFormatAndForDelegates() public {
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        raiseMinNonce(alice, address(tokenA), 100);
        OrderTerms memory maker = makerTerms();
        maker.flags = PERSONAL;
        expectFailure(maker, takerTerms(), tradeTerms(), 8, 1);
        maker.key = DELEGATE_KEY;
        maker.flags = DELEGATED;
        expectFailure(maker, takerTerms(), tradeTerms(), 8, 1);
    }

    function test_9_tokensThatDoNotFace() public {
        OrderIn[] memory orders = pair(makerTerms(), takerTerms());
        orders[0].tokens = (uint256(77) << 240) | (uint256(2) << 224);
        expectFailure(orders, single(tradeTerms()), 9, 1);
        OrderTerms memory taker = takerTerms();
        taker.buyId = 0;
        expectFailure(makerTerms(), taker, tradeTerms(), 9, 0);
        taker.buyId = 2;
        expectFailure(makerTerms(), taker, tradeTerms(), 9, 2);
        expectFailure(makerTerms(), makerTerms(), tradeTerms(), 9, 0);
    }

    function test_11_selfTradeAndTheCollector() public {
        fund(alice, tokenB, 100 ether);
        OrderTerms memory taker = takerTerms();
        taker.key = ALICE_KEY;
        taker.account = alice;
        expectFailure(makerTerms(), taker, tradeTerms(), 11, 0);
        // Its key is known, so it can sign orders: it must not trade even then.
        vm.prank(admin);
        exchange.setFeeCollector(carol);
        taker.key = CAROL_KEY;
        taker.account = carol;
        expectFailure(makerTerms(), taker, tradeTerms(), 11, 2);
        OrderTerms memory maker = makerTerms();
        maker.key = CAROL_KEY;
        maker.account = carol;
        expectFailure(maker, takerTerms(), tradeTerms(), 11, 1);
    }

    function test_12_zeroAmounts() public {
        TradeTerms memory trade = tradeTerms();
        trade.makerAmount = 0;
        expectFailure(makerTerms(), takerTerms(), trade, 12, 0);
        trade = tradeTerms();
        trade.takerAmount = 0;
        expectFailure(makerTerms(), takerTerms(), trade, 12, 0);
        OrderTerms memory maker = makerTerms();
        maker.buyAmount = 0;
        expectFailure(maker, takerTerms(), tradeTerms(), 12, 1);
        OrderTerms memory taker = takerTerms();
        taker.sellAmount = 0;
        expectFailure(makerTerms(), taker, tradeTerms(), 12, 2);
    }

    function test_13_makersPriceIsStrict() public {
        TradeTerms memory trade = tradeTerms();
        trade.takerAmount = 20 ether - 1;
        expectFailure(makerTerms(), takerTerms(), trade, 13, 1);
    }

    /// A taker whose limit lies just above two B for one A, and a maker who asks for less.
    function roundedTerms() private view returns (OrderTerms memory maker, OrderTerms memory taker) {
        maker = makerTerms();
        maker.buyAmount = 150 ether;
        taker = takerTerms();
        taker.buyAmount = 100 ether - 1;
    }

    function test_13_takersPriceIsStrictToo() public {
        (OrderTerms memory maker, OrderTerms memory taker) = roundedTerms();
        TradeTerms memory trade = tradeTerms();
        trade.takerAmount = 20 ether + 1;
        expectFailure(maker, taker, trade, 13, 2);
        trade.takerAmount = 20 ether;
        expectSettled(maker, taker, trade);
        // One unit of the bought token less than signed, where both amounts are large.
        trade = tradeTerms();
        (trade.id, trade.makerAmount) = (2, 10 ether - 1);
        expectFailure(makerTerms(), takerTerms(), trade, 13, 2);
        // And where they are a handful.
        (trade.makerAmount, trade.takerAmount) = (1, 3);
        expectFailure(maker, takerTerms(), trade, 13, 2);
        trade.takerAmount = 2;
        expectSettled(maker, takerTerms(), trade);
    }

    function test_13_rebateCountsForTheMakersPrice() public {
        fundRebates(tokenA, 1 ether);
        TradeTerms memory trade = tradeTerms();
        trade.takerFee = 0.2 ether;
        trade.rebate = 0.1 ether;
        trade.takerAmount = 19.8 ether;
        expectSettled(makerTerms(), takerTerms(), trade);
    }

    function test_14_overfillOfEitherSide() public {
        OrderTerms memory maker = makerTerms();
        maker.sellAmount = 10 ether - 1;
        maker.buyAmount = 1 ether;
        expectFailure(maker, takerTerms(), tradeTerms(), 14, 1);
        OrderTerms memory taker = takerTerms();
        taker.sellAmount = 20 ether - 1;
        taker.buyAmount = 1 ether;
        expectFailure(makerTerms(), taker, tradeTerms(), 14, 2);
    }

    function test_15_feesAboveTheLimit() public {
        TradeTerms memory trade = tradeTerms();
        trade.makerFee = 0.4 ether + 1;
        expectFailure(makerTerms(), takerTerms(), trade, 15, 1);
        trade.makerFee = 0;
        trade.takerFee = 0.2 ether + 1;
        expectFailure(makerTerms(), takerTerms(), trade, 15, 2);
        trade.takerFee = type(uint128).max;
        trade.rebate = type(uint128).max;
        expectFailure(makerTerms(), takerTerms(), trade, 15, 2);
    }

    function test_16_rebateAboveTheTakersFee() public {
        TradeTerms memory trade = tradeTerms();
        trade.takerFee = 0.2 ether;
        trade.rebate = 0.2 ether + 1;
        expectFailure(makerTerms(), takerTerms(), trade, 16, 1);
        trade.rebate = type(uint128).max;
        expectFailure(makerTerms(), takerTerms(), trade, 16, 1);
        trade.flags = 1;
        trade.rebate = 0.4 ether + 1;
        expectFailure(makerTerms(), takerTerms(), trade, 16, 1);
    }

    function test_17_balances() public {
        OrderTerms memory maker = makerTerms();
        maker.key = CAROL_KEY;
        maker.account = carol;
        expectFailure(maker, takerTerms(), tradeTerms(), 17, 1);
        OrderTerms memory taker = takerTerms();
        taker.key = CAROL_KEY;
        taker.account = carol;
        expectFailure(makerTerms(), taker, tradeTerms(), 17, 2);
    }

    /// Neither the collector's balance nor the taker's fee pays for it.
    function test_17_rebateAboveItsBudget() public {
        fund(collector, tokenA, 1 ether);
        fund(collector, tokenB, 1 ether);
        TradeTerms memory trade = tradeTerms();
        trade.takerFee = 0.2 ether;
        trade.rebate = 0.1 ether;
        expectFailure(makerTerms(), takerTerms(), trade, 17, 3);
        trade.flags = 1;
        expectFailure(makerTerms(), takerTerms(), trade, 17, 3);
        fundRebates(tokenB, 0.1 ether - 1);
        expectFailure(makerTerms(), takerTerms(), trade, 17, 3);
        fundRebates(tokenB, 1);
        expectSettled(makerTerms(), takerTerms(), trade);
        (trade.id, trade.flags, trade.takerAmount) = (2, 0, 20 ether);
        fundRebates(tokenA, 0.1 ether);
        expectSettled(makerTerms(), takerTerms(), trade);
        eq(balanceOf(POOL, tokenA) + balanceOf(POOL, tokenB), 0, "both are used up");
        eq(balanceOf(collector, tokenA), 1 ether + 0.4 ether, "fees whole");
    }

    function test_18_exitedOnceEffective() public {
        vm.prank(bob);
        exchange.requestExit(one(address(tokenB)));
        vm.warp(START + WAITING - 1);
        expectSettled(makerTerms(), takerTerms(), tradeTerms());
        vm.warp(START + WAITING);
        TradeTerms memory trade = tradeTerms();
        trade.id = 2;
        expectFailure(makerTerms(), takerTerms(), trade, 18, 2);
    }

    function test_18_exitOfTheBoughtTokenDoesNotMatter() public {
        vm.prank(bob);
        exchange.requestExit(one(address(tokenA)));
        vm.warp(START + WAITING);
        expectSettled(makerTerms(), takerTerms(), tradeTerms());
        vm.prank(bob);
        exchange.withdrawExit(address(tokenA), ALL, bob);
        eq(tokenA.balanceOf(bob), 10 ether, "what is credited later leaves at once");
    }

    /// Deposits can't create such balances; they are written past the contract.
    function test_19_creditBeyondUint128() public {
        forgeBalance(alice, address(tokenB), type(uint128).max);
        expectFailure(makerTerms(), takerTerms(), tradeTerms(), 19, 1);
        forgeBalance(alice, address(tokenB), 0);
        forgeBalance(bob, address(tokenA), type(uint128).max);
        expectFailure(makerTerms(), takerTerms(), tradeTerms(), 19, 2);
        forgeBalance(bob, address(tokenA), 0);
        forgeBalance(collector, address(tokenA), type(uint128).max);
        TradeTerms memory trade = tradeTerms();
        trade.takerFee = 1;
        expectFailure(makerTerms(), takerTerms(), trade, 19, 3);
    }

    function forgeBalance(address account, address token, uint128 amount) private {
        vm.record();
        exchange.getBalance(token, account);
        (bytes32[] memory reads, ) = vm.accesses(address(exchange));
        vm.store(address(exchange), reads[reads.length - 1], bytes32(uint256(amount)));
        eq(exchange.getBalance(token, account), amount, "forged balance");
    }
}
