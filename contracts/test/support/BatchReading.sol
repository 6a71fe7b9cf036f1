// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderIn, TradeIn} from "../../src/ExchangeTypes.sol";
import {OrderFixture} from "./OrderFixture.sol";
import {Vm, vm} from "./Vm.sol";

/// Reads the words of a batch and its events, said again independently of the contract.
abstract contract BatchReading is OrderFixture {
    /// In plain numbers, so wide that no product of two overflows.
    struct Order {
        address account;
        uint256 sellAmount;
        uint256 buyAmount;
        uint256 sellId;
        uint256 buyId;
        uint256 flags;
        uint256 expiry;
        uint256 nonce;
        /// By which its fill is kept. Not read: only an order of known tokens has one.
        bytes32 hash;
    }

    struct Deal {
        uint256 id;
        uint256 makerIndex;
        uint256 takerIndex;
        uint256 flags;
        uint256 given;
        uint256 taken;
        uint256 makerFee;
        uint256 takerFee;
        uint256 rebate;
        /// What is given, less a rebate in the token that the maker sells.
        uint256 makerGives;
    }

    function unpacked(OrderIn memory words) internal pure returns (Order memory order) {
        order.account = address(uint160(words.terms >> 96));
        (order.sellAmount, order.buyAmount) = (words.amounts >> 128, words.amounts % 2 ** 128);
        (order.sellId, order.buyId) = (words.tokens >> 240, (words.tokens >> 224) % 2 ** 16);
        order.flags = (words.tokens >> 216) % 2 ** 8;
        (order.expiry, order.nonce) = ((words.terms >> 64) % 2 ** 32, words.terms % 2 ** 64);
    }

    function unpacked(TradeIn memory words) internal pure returns (Deal memory deal) {
        (deal.given, deal.taken) = (words.amounts >> 128, words.amounts % 2 ** 128);
        (deal.makerFee, deal.takerFee) = (words.fees >> 128, words.fees % 2 ** 128);
        deal.id = words.ids >> 192;
        deal.makerIndex = (words.ids >> 176) % 2 ** 16;
        deal.takerIndex = (words.ids >> 160) % 2 ** 16;
        deal.flags = (words.ids >> 128) % 2 ** 32;
        deal.rebate = words.ids % 2 ** 128;
        deal.makerGives = deal.given;
        if (deal.flags != 1) deal.makerGives -= deal.rebate < deal.given ? deal.rebate : deal.given;
    }

    /// The order must be of known tokens.
    function hashOf(Order memory order, bool isPersonal) internal view returns (bytes32) {
        OrderTerms memory terms;
        (terms.sellId, terms.buyId) = (uint16(order.sellId), uint16(order.buyId));
        (terms.sellAmount, terms.buyAmount) = (uint128(order.sellAmount), uint128(order.buyAmount));
        (terms.expiry, terms.nonce) = (uint32(order.expiry), uint64(order.nonce));
        terms.flags = isPersonal ? PERSONAL : 0;
        return signedHash(terms);
    }

    /// Exactly one recorded event per trade, in order, and one of the batch with counts that add up.
    function checkedEvents(
        TradeIn[] memory trades,
        uint8[] memory codes
    ) internal returns (Vm.Log[] memory logs) {
        logs = vm.getRecordedLogs();
        eq(logs.length, trades.length + 1, "one event per trade, one per batch");
        uint32 settled = 0;
        for (uint256 i = 0; i < trades.length; ++i) {
            bytes32 expected = codes[i] == 0 ? TradeSettled.selector : TradeFailed.selector;
            eq32(logs[i].topics[0], expected, "event");
            eq(uint256(logs[i].topics[1]), trades[i].ids >> 192, "its trade");
            if (codes[i] == 0) ++settled;
        }
        (uint32 told, uint32 failed) = abi.decode(logs[trades.length].data, (uint32, uint32));
        eq(told, settled, "settled count");
        eq(uint256(failed) + settled, trades.length, "failed count");
    }
}
