// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../dist/artifacts/IExchange.sol";
import {OrderIn, TradeIn, WithdrawalIn} from "../src/ExchangeTypes.sol";
import {OrderFixture} from "./support/OrderFixture.sol";
import {WithdrawalFixture} from "./support/WithdrawalFixture.sol";
import {vm} from "./support/Vm.sol";

/// What somebody gets with stolen keys, two accounts of its own (Carol and Dan), and capital.
contract ThiefTest is OrderFixture, WithdrawalFixture {
    uint256 private constant DAN_KEY = 0xDA4;
    address private dan = vm.addr(DAN_KEY);

    function setUp() public override {
        super.setUp();
        fund(carol, tokenA, 100 ether);
        fund(dan, tokenB, 200 ether);
        fund(collector, tokenA, 50 ether);
        fund(collector, tokenB, 50 ether);
    }

    /// With the settler's key alone: no trade, no id is burned, no withdrawal.
    function test_settlersKeyAloneGetsNothing() public {
        (OrderIn[] memory orders, TradeIn[] memory trades) = wash(0.2 ether, 0, 0);
        uint256[3] memory keys = [uint256(0x5E771E), CAROL_KEY, COSIGNER_KEY];
        for (uint256 i = 0; i < keys.length; ++i) {
            (bytes32 r, bytes32 vs) = attest(keys[i], FOREVER, orders, trades);
            vm.expectRevert(InvalidAttestation.selector);
            vm.prank(settler);
            exchange.settleBatch(7, FOREVER, orders, trades, r, vs);
        }
        eq(settle(orders, trades)[0], 0, "the batch itself is good, and no id is burned");
        expectFailure(signedFull(fullItem(), CAROL_KEY), 3);
        bytes memory grant = abi.encodeCall(IExchange.grantRole, (lens.SETTLER_ROLE(), thief));
        vm.prank(settler);
        (bool granted, ) = address(exchange).call(grant);
        holds(!granted, "no other key is made one");
    }

    /// The settler's key, with a batch that was attested for real: once, in whole, and no later than it says.
    function test_attestedBatchIsGoodForItselfAlone() public {
        OrderIn[] memory orders = pair(makerTerms(), takerTerms());
        TradeIn[] memory trades = single(tradeTerms());
        settle(orders, trades);
        uint8[] memory codes = settle(orders, trades);
        eq(codes[0], 1, "settles once");
        (bytes32 r, bytes32 vs) = attest(ATTESTER_KEY, uint32(START + 1), orders, trades);
        vm.warp(START + 2);
        vm.expectRevert(DeadlinePassed.selector);
        vm.prank(settler);
        exchange.settleBatch(7, uint32(START + 1), orders, trades, r, vs);
    }

    function test_attestersKeyAloneCallsNothing() public {
        (OrderIn[] memory orders, TradeIn[] memory trades) = wash(0.2 ether, 0, 0);
        (bytes32 r, bytes32 vs) = attest(ATTESTER_KEY, FOREVER, orders, trades);
        vm.expectRevert();
        vm.prank(attester);
        exchange.settleBatch(7, FOREVER, orders, trades, r, vs);
        WithdrawalIn[] memory items = new WithdrawalIn[](1);
        items[0] = signedFull(fullItem(), ATTESTER_KEY);
        vm.expectRevert();
        vm.prank(attester);
        exchange.withdrawForUsers(FOREVER, items);
        expectFailure(items[0], 3);
    }

    /// The account itself must call; of its own the thief can take at once what it could take after waiting.
    function test_coSignersKeyAloneTakesNothingOfOthers() public {
        bytes32 digest = withdrawalDigest(alice, address(tokenA), 5, thief, 1, FOREVER);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(COSIGNER_KEY, digest);
        address[2] memory callers = [thief, coSigner];
        for (uint256 i = 0; i < callers.length; ++i) {
            vm.expectRevert(InvalidSignature.selector);
            vm.prank(callers[i]);
            exchange.withdraw(address(tokenA), 5, thief, 1, FOREVER, v, r, s);
        }
        (v, r, s) = vm.sign(COSIGNER_KEY, minNonceDigest(alice, address(tokenA), 9));
        vm.expectRevert(InvalidSignature.selector);
        vm.prank(thief);
        exchange.raiseMinNonceCoSigned(address(tokenA), 9, FOREVER, v, r, s);
        vm.prank(alice);
        exchange.raiseMinNonceCoSigned(address(tokenA), 9, FOREVER, v, r, s);
        eq(lens.minNonce(alice, address(tokenA)), 9, "she alone can use it");
    }

    /// Even with both keys of settlement: the collector loses nothing, and of rebates there is the budget.
    function test_washTradesGetNothingFromTheCollector() public {
        for (uint32 flags = 0; flags < 2; ++flags) {
            (OrderIn[] memory orders, TradeIn[] memory trades) = wash(0.2 ether, 0.2 ether, flags);
            eq(settle(orders, trades)[0], 17, "no budget, no rebate");
        }
        fundRebates(tokenA, 0.3 ether);
        (OrderIn[] memory wanted, TradeIn[] memory paid) = wash(0.2 ether, 0.2 ether, 0);
        uint256 before = balanceOf(collector, tokenA);
        eq(settle(wanted, paid)[0], 0, "while the budget lasts");
        eq(balanceOf(collector, tokenA), before + 0.2 ether, "it paid the fee");
        uint256 own = balanceOf(carol, tokenA) + balanceOf(dan, tokenA);
        eq(own, 100 ether, "which is what it got as a rebate");
        paid[0].ids += uint256(1) << 192;
        eq(settle(wanted, paid)[0], 17, "no further");
    }

    /// Both keys against a victim's order: never worse than signed, never more of it, no fee above the limit.
    function test_victimsGetWhatTheySigned() public {
        OrderTerms memory own = takerTerms();
        (own.key, own.account, own.buyAmount) = (DAN_KEY, dan, 200 ether);
        TradeTerms memory trade = tradeTerms();
        trade.takerAmount = 20 ether - 1;
        expectFailure(makerTerms(), own, trade, 13, 1);
        trade = tradeTerms();
        (trade.makerFee, trade.makerAmount, trade.takerAmount) = (0.4 ether + 1, 10 ether, 20 ether);
        own.buyAmount = 1;
        expectFailure(makerTerms(), own, trade, 15, 1);
    }

    /// Carol sells 10 A to Dan for 20 B, with the fee and the rebate of a maker.
    function wash(
        uint128 takerFee,
        uint128 rebate,
        uint32 flags
    ) private view returns (OrderIn[] memory orders, TradeIn[] memory trades) {
        OrderTerms memory maker = makerTerms();
        (maker.key, maker.account) = (CAROL_KEY, carol);
        OrderTerms memory taker = takerTerms();
        (taker.key, taker.account) = (DAN_KEY, dan);
        TradeTerms memory trade = tradeTerms();
        (trade.takerFee, trade.rebate, trade.flags) = (takerFee, rebate, flags);
        return (pair(maker, taker), single(trade));
    }
}
