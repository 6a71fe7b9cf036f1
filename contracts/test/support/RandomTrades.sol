// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {TradeLedger} from "./TradeLedger.sol";

/// Makes orders and trades out of a random number, which mostly fit.
abstract contract RandomTrades is TradeLedger {
    uint256 internal constant USERS = 4;
    uint256 internal constant DELEGATES = 2;

    address[] public accounts;
    uint256[] internal keys;
    uint256[] internal delegateKeys;
    OrderTerms[] internal known;
    uint64 internal nextNonce = 1000;

    function randomOrder(uint256 seed, uint16 sellId, uint16 buyId) internal returns (OrderTerms memory terms) {
        if (seed % 2 == 0 && known.length != 0) {
            terms = known[(seed >> 8) % known.length];
            if (terms.sellId == sellId && terms.buyId == buyId) return terms;
        }
        uint256 who = (seed >> 16) % USERS;
        terms.key = keys[who];
        terms.account = accounts[who];
        (terms.sellId, terms.buyId) = (sellId, buyId);
        terms.sellAmount = uint128(1e6 + ((seed >> 24) % 100 ether));
        terms.buyAmount = uint128((uint256(terms.sellAmount) * (90 + ((seed >> 40) % 21))) / 100);
        terms.expiry = uint32(block.timestamp + ((seed >> 56) % 3 days));
        terms.nonce = nextNonce++;
        terms.flags = uint8((seed >> 64) % 2);
        if (who < DELEGATES && (seed >> 72) % 3 == 0) {
            terms.key = delegateKeys[who];
            terms.flags |= DELEGATED;
        }
        known.push(terms);
    }

    function randomTrade(
        uint256 seed,
        OrderTerms memory maker,
        OrderTerms memory taker
    ) internal returns (TradeTerms memory trade) {
        uint256 most = maker.sellAmount < taker.buyAmount ? maker.sellAmount : taker.buyAmount;
        trade.makerAmount = uint128(1 + ((seed >> 32) % most));
        uint256 product = uint256(trade.makerAmount) * maker.buyAmount;
        trade.takerAmount = uint128((product + maker.sellAmount - 1) / maker.sellAmount);
        trade.makerFee = uint128((uint256(trade.takerAmount) * ((seed >> 96) % 220)) / 10_000);
        trade.takerFee = uint128((uint256(trade.makerAmount) * ((seed >> 104) % 220)) / 10_000);
        trade.rebate = uint128((uint256(trade.takerFee) * ((seed >> 112) % 11)) / 10);
        trade.flags = uint32((seed >> 120) % 8 == 0 ? 1 : 0);
        trade.id = nextNonce++;
    }
}
