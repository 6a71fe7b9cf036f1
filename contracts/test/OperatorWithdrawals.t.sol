// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {WithdrawalIn} from "../src/ExchangeTypes.sol";
import {TestToken} from "../src/test/TestToken.sol";
import {WithdrawalFixture} from "./support/WithdrawalFixture.sol";
import {MischiefToken} from "./support/MischiefToken.sol";
import {GasGuzzler} from "./support/Receivers.sol";
import {vm} from "./support/Vm.sol";

contract OperatorWithdrawalsTest is WithdrawalFixture {
    function test_fullFormPaysTheReceiverLessTheFee() public {
        vm.expectEmit(true, true, true, true, address(exchange));
        emit Withdrawn(alice, address(tokenA), 10 ether, 0.5 ether, carol, 5, 2);
        submit(signedFull(fullItem(), ALICE_KEY));
        eq(tokenA.balanceOf(carol), 9.5 ether, "paid");
        eq(balanceOf(collector, tokenA), 0.5 ether, "fee");
        eq(balanceOf(alice, tokenA), FUNDS - 10 ether, "debited");
        eq(lens.totalLiabilities(address(tokenA)), FUNDS - 9.5 ether, "owed");
    }

    function test_shortFormsPayTheSignerItself() public {
        vm.prank(admin);
        exchange.setWithdrawalFeeCap(address(tokenA), 0.1 ether);
        WithdrawalIn memory item = signedShort(fullItem(), ALICE_KEY, 1);
        item.fee = 0.1 ether;
        submit(item);
        eq(tokenA.balanceOf(alice), 9.9 ether, "paid to the signer, whatever receiver was named");
        item = fullItem();
        item.nonce = 6;
        item = signedShort(item, ALICE_KEY, 2);
        item.fee = 0;
        submit(item);
        eq(tokenA.balanceOf(alice), 19.9 ether, "personal form");
    }

    function test_shortFormsFeeIsLimitedByCapAndShare() public {
        WithdrawalIn memory item = signedShort(fullItem(), ALICE_KEY, 1);
        item.fee = 1;
        expectFailure(item, 5);
        vm.prank(admin);
        exchange.setWithdrawalFeeCap(address(tokenA), 1 ether);
        item.fee = 0.2 ether + 1;
        expectFailure(item, 5);
        item.fee = 0.2 ether;
        submit(item);
        eq(tokenA.balanceOf(alice), 9.8 ether, "paid");
    }

    function test_1_nonceUsedAlsoByACoSignedWithdrawalOrTheOtherForm() public {
        WithdrawalIn memory item = signedFull(fullItem(), ALICE_KEY);
        submit(item);
        expectFailure(item, 1);
        uint64[] memory nonces = new uint64[](1);
        nonces[0] = 8;
        vm.prank(alice);
        exchange.voidNonces(nonces);
        WithdrawalIn memory voided = fullItem();
        voided.nonce = 8;
        expectFailure(signedFull(voided, ALICE_KEY), 1);
        expectFailure(signedShort(fullItem(), ALICE_KEY, 1), 1);
    }

    function test_2_deadline() public {
        vm.warp(START + 3601);
        expectFailure(signedFull(fullItem(), ALICE_KEY), 2);
    }

    function test_3_signature() public {
        expectFailure(signedFull(fullItem(), BOB_KEY), 3);
        WithdrawalIn memory item = signedFull(fullItem(), ALICE_KEY);
        item.receiver = bob;
        expectFailure(item, 3);
        item = signedFull(fullItem(), ALICE_KEY);
        item.scheme = 3;
        expectFailure(item, 3);
        item.scheme = 1;
        expectFailure(item, 3);
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        expectFailure(signedFull(fullItem(), DELEGATE_KEY), 3);
        item = signedShort(fullItem(), ALICE_KEY, 2);
        vm.chainId(999);
        expectFailure(item, 3);
    }

    function test_4_balance() public {
        WithdrawalIn memory item = fullItem();
        item.amount = uint256(FUNDS) + 1;
        expectFailure(signedFull(item, ALICE_KEY), 4);
        item.amount = type(uint256).max;
        expectFailure(signedFull(item, ALICE_KEY), 4);
        expectFailure(signedShort(item, ALICE_KEY, 1), 4);
    }

    function test_5_fee() public {
        WithdrawalIn memory item = fullItem();
        item.fee = 1 ether + 1;
        expectFailure(signedFull(item, ALICE_KEY), 5);
        item = fullItem();
        item.maxFee = 10 ether + 1;
        expectFailure(signedFull(item, ALICE_KEY), 5);
    }

    function test_6_receiver() public {
        WithdrawalIn memory item = fullItem();
        item.receiver = address(0);
        expectFailure(signedFull(item, ALICE_KEY), 6);
        item.receiver = address(exchange);
        expectFailure(signedFull(item, ALICE_KEY), 6);
    }

    function test_7_tokensThatFailInEveryWayHarmOnlyTheirItem() public {
        MischiefToken.Mode[6] memory modes = [
            MischiefToken.Mode.Revert,
            MischiefToken.Mode.ReturnFalse,
            MischiefToken.Mode.BurnGas,
            MischiefToken.Mode.ReturnBomb,
            MischiefToken.Mode.ChargeSender,
            MischiefToken.Mode.PayLess
        ];
        MischiefToken token = new MischiefToken();
        register(address(token));
        fund(alice, TestToken(address(token)), 10 ether);
        for (uint256 i = 0; i < modes.length; ++i) {
            token.setMode(modes[i]);
            WithdrawalIn memory item = fullItem();
            (item.token, item.nonce) = (address(token), uint64(100 + i));
            WithdrawalIn[] memory items = new WithdrawalIn[](2);
            items[0] = signedFull(item, ALICE_KEY);
            item = fullItem();
            item.nonce = uint64(200 + i);
            items[1] = signedFull(item, ALICE_KEY);
            vm.recordLogs();
            vm.prank(settler);
            exchange.withdrawForUsers(FOREVER, items);
            (uint64 nonce, ) = abi.decode(failureIn(vm.getRecordedLogs()).data, (uint64, uint8));
            eq(nonce, 100 + i, "the first fails");
            eq(exchange.getBalance(address(token), alice), 10 ether, "and keeps its balance");
            holds(!lens.isNonceUsed(alice, uint64(100 + i)), "and its nonce");
            eq(tokenA.balanceOf(carol), 9.5 ether * (i + 1), "the second is paid");
        }
    }

    /// A call that pays nothing could still be made to do something.
    function test_nobodyIsCalledToPayNothing() public {
        fundEther(alice, 1 ether);
        WithdrawalIn memory item = fullItem();
        (item.token, item.amount, item.maxFee, item.fee) = (address(0), 1 ether, 1 ether, 1 ether);
        item.receiver = address(new GasGuzzler());
        submit(signedFull(item, ALICE_KEY));
        holds(lens.isNonceUsed(alice, item.nonce), "carried out");
        (item.amount, item.maxFee, item.fee, item.nonce) = (0, 0, 0, 6);
        submit(signedFull(item, ALICE_KEY));
        holds(lens.isNonceUsed(alice, 6), "an amount of nothing, too");
        item = fullItem();
        (item.maxFee, item.fee, item.nonce) = (item.amount, item.amount, 7);
        MischiefToken token = new MischiefToken();
        register(address(token));
        fund(alice, TestToken(address(token)), item.amount);
        token.setMode(MischiefToken.Mode.Revert);
        item.token = address(token);
        submit(signedFull(item, ALICE_KEY));
        eq(exchange.getBalance(address(token), collector), item.amount, "all of it is the fee");
    }

    function test_7_etherReceiverThatBurnsGas() public {
        fundEther(alice, 1 ether);
        WithdrawalIn memory item = fullItem();
        (item.token, item.amount, item.maxFee, item.fee) = (address(0), 1 ether, 0, 0);
        item.receiver = address(new GasGuzzler());
        expectFailure(signedFull(item, ALICE_KEY), 7);
        item.receiver = carol;
        submit(signedFull(item, ALICE_KEY));
        eq(carol.balance, 1 ether, "paid");
    }

    function test_submitterCannotStarveAnItem() public {
        WithdrawalIn[] memory items = new WithdrawalIn[](1);
        items[0] = signedFull(fullItem(), ALICE_KEY);
        vm.expectRevert(NotEnoughGas.selector);
        vm.prank(settler);
        exchange.withdrawForUsers{gas: 500_000}(FOREVER, items);
    }

    function test_onlyTheSettlerAndOnlyInTime() public {
        WithdrawalIn[] memory items = new WithdrawalIn[](0);
        vm.expectRevert();
        vm.prank(thief);
        exchange.withdrawForUsers(FOREVER, items);
        vm.expectRevert(DeadlinePassed.selector);
        vm.prank(settler);
        exchange.withdrawForUsers(uint32(START - 1), items);
        WithdrawalIn memory item = signedFull(fullItem(), ALICE_KEY);
        vm.expectRevert(OnlySelf.selector);
        vm.prank(settler);
        exchange.executeWithdrawal(item);
    }
}
