// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Trade, TradeIn} from "../../src/ExchangeTypes.sol";
import {TradeRules} from "../../src/TradeRules.sol";

/// The exchange's own unpacking, to be asked what it reads from a trade's words (contracts/signed-types).
contract TradeUnpacking {
    function unpack(TradeIn[] calldata packed) external pure returns (Trade[] memory trades) {
        trades = new Trade[](packed.length);
        for (uint256 i = 0; i < packed.length; ++i) TradeRules.unpack(packed[i], trades[i]);
    }
}
