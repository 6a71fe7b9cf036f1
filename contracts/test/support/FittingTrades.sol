// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderIn, TradeIn} from "../../src/ExchangeTypes.sol";
import {TestToken} from "../../src/test/TestToken.sol";
import {SettlementModel} from "./SettlementModel.sol";
import {vm} from "./Vm.sol";

/// Draws batches that fit from a random number: orders of every size, form and signer, and trades at their limits.
abstract contract FittingTrades is SettlementModel {
    uint256 private constant TRADERS = 4;
    uint256 private constant WEALTH = 2 ** 110;
    uint256 private constant DELEGATES_FROM = 0xDE1000;

    uint256[] internal keys;
    uint64 private nextNumber = 1_000_000;
    /// What is left to be drawn from.
    uint256 private entropy;

    function setUp() public override {
        super.setUp();
        keys = [ALICE_KEY, BOB_KEY, CAROL_KEY, 0xDA4];
        for (uint256 i = 0; i < TRADERS; ++i) {
            address account = vm.addr(keys[i]);
            people.push(account);
            fundEverything(account);
            addDelegate(account, DELEGATES_FROM + i, FOREVER);
        }
        people.push(collector);
        people.push(POOL);
        fundEverything(collector);
        for (uint256 id = 0; id < TOKENS; ++id) {
            address token = lens.tokens(id);
            vm.prank(collector);
            exchange.fundRebates(token, WEALTH / 2);
        }
        for (uint256 i = 0; i < TRADERS; ++i) keys.push(DELEGATES_FROM + i);
    }

    function delegateOf(address account) internal view returns (address) {
        for (uint256 i = 0; i < TRADERS; ++i) {
            if (people[i] == account) return vm.addr(DELEGATES_FROM + i);
        }
        revert Unfulfilled("a trader");
    }

    /// Up to three trades of one maker's order, each with a taker's order of its own.
    function fittingBatch(
        uint256 seed
    ) internal returns (OrderTerms[] memory orders, TradeTerms[] memory trades) {
        entropy = seed;
        uint16 count = uint16(1 + drawBelow(3));
        orders = new OrderTerms[](count + 1);
        trades = new TradeTerms[](count);
        uint16 sellId = uint16(drawBelow(TOKENS));
        uint16 buyId = uint16((sellId + 1 + drawBelow(TOKENS - 1)) % TOKENS);
        orders[0] = orderOf(drawBelow(TRADERS), sellId, buyId);
        orders[0].sellAmount = uint128(count * amountBelow(2 ** 90));
        orders[0].buyAmount = uint128(amountBelow(2 ** 90));
        for (uint16 i = 0; i < count; ++i) {
            trades[i] = tradeOf(orders[0], count);
            orders[i + 1] = counterOrder(orders[0], trades[i]);
            (trades[i].makerIndex, trades[i].takerIndex) = (0, i + 1);
        }
    }

    function orderOf(uint256 who, uint16 sellId, uint16 buyId) private returns (OrderTerms memory terms) {
        (terms.account, terms.key) = (people[who], keys[who]);
        (terms.sellId, terms.buyId) = (sellId, buyId);
        terms.flags = uint8(drawBelow(4));
        if (terms.flags >= DELEGATED) terms.key = DELEGATES_FROM + who;
        (terms.expiry, terms.nonce) = (FOREVER, nextNumber++);
    }

    /// The maker's rate, rounded against the taker; at most an equal share of the maker's order.
    function tradeOf(OrderTerms memory maker, uint256 share) private returns (TradeTerms memory trade) {
        uint256 most = maker.sellAmount / share;
        trade.makerAmount = uint128(drawBelow(2) == 0 ? most : 1 + drawBelow(most));
        uint256 product = uint256(trade.makerAmount) * maker.buyAmount;
        trade.takerAmount = uint128((product + maker.sellAmount - 1) / maker.sellAmount);
        trade.makerFee = uint128(drawBelow(limitOf(trade.takerAmount) + 1));
        trade.takerFee = uint128(drawBelow(limitOf(trade.makerAmount) + 1));
        trade.flags = uint32(drawBelow(2));
        uint256 mostRebate = trade.flags == 0 ? trade.takerFee : limitOf(trade.takerAmount);
        trade.rebate = uint128(drawBelow(mostRebate + 1));
        trade.id = nextNumber++;
    }

    /// An order of somebody else that the trade keeps to, more or less narrowly.
    function counterOrder(
        OrderTerms memory maker,
        TradeTerms memory trade
    ) private returns (OrderTerms memory terms) {
        uint256 who = drawBelow(TRADERS);
        if (people[who] == maker.account) who = (who + 1) % TRADERS;
        terms = orderOf(who, maker.buyId, maker.sellId);
        uint256 times = drawBelow(2) == 0 ? 1 : 1 + drawBelow(1000);
        terms.sellAmount = uint128(times * trade.takerAmount);
        uint256 most = times * trade.makerAmount;
        terms.buyAmount = uint128(most - drawBelow(drawBelow(2) == 0 ? 2 : most));
        if (terms.buyAmount == 0) terms.buyAmount = 1;
    }

    function limitOf(uint128 amount) private pure returns (uint256) {
        return (uint256(amount) * 200) / 10_000;
    }

    /// The next number below a limit.
    function drawBelow(uint256 limit) private returns (uint256) {
        entropy = uint256(keccak256(abi.encode(entropy)));
        return entropy % limit;
    }

    /// As often small as large.
    function amountBelow(uint256 limit) private returns (uint256) {
        // One after the other: the compiler may choose which operand it evaluates first.
        uint256 bits = drawBelow(90);
        return 1 + (drawBelow(limit) >> bits);
    }

    /// Another number of so many bits: one more, one less, a bit the other way round, none, or anything.
    function changed(uint256 value, uint256 change, uint256 bits) internal pure returns (uint256) {
        (uint256 way, uint256 detail) = (change % 5, change / 5);
        unchecked {
            if (way == 0) value += 1;
            if (way == 1) value -= 1;
            if (way == 2) value ^= 1 << (detail % bits);
            if (way == 3) value = 0;
            if (way == 4) value = detail;
        }
        return bits == 256 ? value : value % 2 ** bits;
    }

    /// Any trader, with its own key or its delegate's.
    function traderOf(uint256 which, bool byDelegate) internal view returns (address account, uint256 key) {
        which %= TRADERS;
        return (people[which], byDelegate ? DELEGATES_FROM + which : keys[which]);
    }

    function leaveWithAllBut(address account, address token, uint256 rest) internal {
        uint256 balance = exchange.getBalance(token, account);
        uint256 amount = balance < rest ? 0 : balance - rest;
        bytes32 digest = withdrawalDigest(account, token, amount, account, nextNumber, FOREVER);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(COSIGNER_KEY, digest);
        vm.prank(account);
        exchange.withdraw(token, amount, account, nextNumber++, FOREVER, v, r, s);
    }

    function allSigned(OrderTerms[] memory terms) internal view returns (OrderIn[] memory orders) {
        orders = new OrderIn[](terms.length);
        for (uint256 i = 0; i < terms.length; ++i) orders[i] = signed(terms[i]);
    }

    function allPacked(TradeTerms[] memory terms) internal pure returns (TradeIn[] memory trades) {
        trades = new TradeIn[](terms.length);
        for (uint256 i = 0; i < terms.length; ++i) trades[i] = packed(terms[i]);
    }

    function fundEverything(address account) private {
        fundEther(account, WEALTH);
        for (uint256 id = 1; id < TOKENS; ++id) fund(account, TestToken(lens.tokens(id)), WEALTH);
    }
}
