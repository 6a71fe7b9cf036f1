// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderIn, TradeIn} from "../src/ExchangeTypes.sol";
import {OrderFixture} from "./support/OrderFixture.sol";
import {vm} from "./support/Vm.sol";

/// The second key: a settler settles what an attester signed, and nothing else.
contract AttestationTest is OrderFixture {
    OrderIn[] private orders;
    TradeIn[] private trades;

    function setUp() public override {
        super.setUp();
        OrderIn[] memory both = pair(makerTerms(), takerTerms());
        TradeTerms memory trade = tradeTerms();
        for (uint256 i = 0; i < 2; ++i) {
            orders.push(both[i]);
            trades.push(packed(trade));
            trade.id = 2;
        }
    }

    function test_signatureOfAnybodyElseIsNone() public {
        uint256[4] memory keys = [COSIGNER_KEY, ALICE_KEY, DELEGATE_KEY, uint256(0x5E771E)];
        for (uint256 i = 0; i < keys.length; ++i) {
            (bytes32 r, bytes32 vs) = attest(keys[i], FOREVER, orders, trades);
            refused(7, FOREVER, orders, trades, r, vs);
        }
        refused(7, FOREVER, orders, trades, bytes32(0), bytes32(0));
    }

    function test_goesForOneNumberAndOneTime() public {
        (bytes32 r, bytes32 vs) = attest(ATTESTER_KEY, FOREVER, orders, trades);
        refused(8, FOREVER, orders, trades, r, vs);
        refused(7, FOREVER - 1, orders, trades, r, vs);
        accepted(r, vs);
    }

    /// forge-config: default.fuzz.runs = 256
    function test_goesForEveryBitOfOrdersAndTrades(uint256 bit) public {
        (bytes32 r, bytes32 vs) = attest(ATTESTER_KEY, FOREVER, orders, trades);
        OrderIn[] memory otherOrders = orders;
        TradeIn[] memory otherTrades = trades;
        bit %= 16 * 256;
        bytes memory words = abi.encode(otherOrders, otherTrades);
        // Two words where the lists begin, then a length each.
        uint256 word = bit / 256 < 10 ? 3 + bit / 256 : 4 + bit / 256;
        words[word * 32 + (bit % 256) / 8] ^= bytes1(uint8(1 << (bit % 8)));
        (otherOrders, otherTrades) = abi.decode(words, (OrderIn[], TradeIn[]));
        refused(7, FOREVER, otherOrders, otherTrades, r, vs);
        accepted(r, vs);
    }

    function test_goesForTheWholeLists() public {
        (bytes32 r, bytes32 vs) = attest(ATTESTER_KEY, FOREVER, orders, trades);
        TradeIn[] memory fewer = new TradeIn[](1);
        fewer[0] = trades[0];
        refused(7, FOREVER, orders, fewer, r, vs);
        OrderIn[] memory one_ = new OrderIn[](1);
        one_[0] = orders[0];
        refused(7, FOREVER, one_, trades, r, vs);
        (fewer, one_) = (new TradeIn[](0), new OrderIn[](0));
        refused(7, FOREVER, one_, fewer, r, vs);
    }

    function test_goesForOneContractAndOneChain() public {
        (bytes32 r, bytes32 vs) = attest(ATTESTER_KEY, FOREVER, orders, trades);
        vm.chainId(999);
        refused(7, FOREVER, orders, trades, r, vs);
        vm.chainId(31_337);
        use(deployExchange());
        refused(7, FOREVER, orders, trades, r, vs);
    }

    function test_guardianDropsAnAttester() public {
        (bytes32 r, bytes32 vs) = attest(ATTESTER_KEY, FOREVER, orders, trades);
        bytes32 role = lens.ATTESTER_ROLE();
        vm.prank(guardian);
        exchange.dropRole(role, attester);
        refused(7, FOREVER, orders, trades, r, vs);
    }

    /// Whatever lists there are: the hashes are those of the words in the call data.
    function test_emptyAndFullBatches() public {
        OrderIn[] memory many = new OrderIn[](256);
        for (uint256 i = 0; i < 256; ++i) many[i] = OrderIn(i, i, i, bytes32(i), bytes32(~i));
        TradeIn[] memory none = new TradeIn[](0);
        eq(settle(many, none).length, 0, "256 orders");
        TradeIn[] memory most = new TradeIn[](128);
        eq(settle(new OrderIn[](0), most).length, 128, "128 trades");
    }

    function accepted(bytes32 r, bytes32 vs) private {
        vm.prank(settler);
        uint8[] memory codes = exchange.settleBatch(7, FOREVER, orders, trades, r, vs);
        eq(codes[0] + codes[1], 0, "settled");
    }

    function refused(
        uint64 batchId,
        uint32 validUntil,
        OrderIn[] memory givenOrders,
        TradeIn[] memory givenTrades,
        bytes32 r,
        bytes32 vs
    ) private {
        vm.expectRevert(InvalidAttestation.selector);
        vm.prank(settler);
        exchange.settleBatch(batchId, validUntil, givenOrders, givenTrades, r, vs);
    }
}
