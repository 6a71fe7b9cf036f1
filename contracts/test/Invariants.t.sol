// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../dist/artifacts/IExchange.sol";
import {TestToken} from "../src/test/TestToken.sol";
import {ExchangeLens} from "../src/lens/ExchangeLens.sol";
import {Assertions} from "./support/Assertions.sol";
import {ExchangeHandler} from "./support/ExchangeHandler.sol";
import {UserSteps} from "./support/UserSteps.sol";

/// Random histories. The handler checks each step; here is what must hold after every one of them.
contract InvariantsTest is Assertions {
    ExchangeHandler private handler;
    IExchange private exchange;
    ExchangeLens private lens;
    address[] private listed;
    address[] private delegated;

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    function setUp() public {
        handler = new ExchangeHandler();
        handler.setUp();
        exchange = handler.exchangeUnderTest();
        lens = handler.lensUnderTest();
        for (uint256 id = 0; id < lens.tokenCount(); ++id) listed.push(lens.tokens(id));
        for (uint256 i = 0; i < handler.delegateCount(); ++i) {
            (address account, , , ) = lens.delegates(handler.delegateAt(i));
            delegated.push(account);
        }
    }

    function targetSelectors() public view returns (FuzzSelector[] memory targets) {
        bytes4[22] memory list = [
            ExchangeHandler.settleRandomBatch.selector,
            ExchangeHandler.settleRandomBatch.selector,
            ExchangeHandler.settleRandomBatch.selector,
            ExchangeHandler.settleRandomBatch.selector,
            UserSteps.deposit.selector,
            UserSteps.depositEther.selector,
            UserSteps.withdrawCoSigned.selector,
            UserSteps.moveMinNonce.selector,
            ExchangeHandler.moveBudget.selector,
            UserSteps.useHostileToken.selector,
            UserSteps.useHostileToken.selector,
            UserSteps.requestExit.selector,
            UserSteps.cancelExit.selector,
            UserSteps.withdrawExit.selector,
            UserSteps.cancelOrder.selector,
            UserSteps.removeDelegate.selector,
            ExchangeHandler.settleNoise.selector,
            ExchangeHandler.withdrawForUser.selector,
            ExchangeHandler.passTime.selector,
            ExchangeHandler.changeParameters.selector,
            ExchangeHandler.pauseOrUnpause.selector,
            ExchangeHandler.steal.selector
        ];
        targets = new FuzzSelector[](1);
        targets[0].addr = address(handler);
        targets[0].selectors = new bytes4[](list.length);
        for (uint256 i = 0; i < list.length; ++i) targets[0].selectors[i] = list[i];
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// I1 and I2: what is held is what is owed, is the sum of all balances, is what came in less what left.
    function invariant_everyTokenIsThere() public view {
        for (uint256 id = 0; id < 4; ++id) {
            address token = lens.tokens(id);
            uint256 sum = 0;
            for (uint256 i = 0; i < handler.accountCount(); ++i) {
                sum += exchange.getBalance(token, handler.accounts(i));
            }
            eq(sum, lens.totalLiabilities(token), "I1: sum of balances");
            uint256 owned = id == 0 ? address(exchange).balance : TestToken(token).balanceOf(address(exchange));
            if (id == 3) {
                holds(owned >= sum, "I1: held, whatever the token does");
                continue;
            }
            eq(owned, sum, "I1: held");
            eq(handler.held(token), sum, "I2: in less out");
        }
    }

    /// I11: ids and a delegate's account never change.
    function invariant_idsStay() public view {
        eq(listed.length, 4, "tokens from the beginning");
        eq(lens.tokenCount(), listed.length, "tokens");
        for (uint256 id = 0; id < listed.length; ++id) {
            eq(lens.tokens(id), listed[id], "token of the id");
            eq(lens.tokenIdOf(listed[id]), id, "id of the token");
        }
        eq(delegated.length, 2, "delegates from the beginning");
        for (uint256 i = 0; i < delegated.length; ++i) {
            (address account, , , ) = lens.delegates(handler.delegateAt(i));
            eq(account, delegated[i], "account of the delegate");
        }
    }

    /// The histories are worth something: trades settle, and fail for many reasons.
    function test_historiesAreNotIdle() public {
        for (uint256 i = 0; i < 200; ++i) {
            handler.settleRandomBatch(uint256(keccak256(abi.encode(i))));
            // Late, because what has left can't trade.
            if (i >= 100 && i % 10 == 0) handler.requestExit(i / 10, i / 40);
            if (i % 15 == 5) handler.cancelExit(i / 15, i / 30);
            if (i % 7 == 0) handler.cancelOrder(i);
            if (i == 100) handler.removeDelegate(0);
            otherSteps(i);
            handler.passTime(uint32(i * 97));
        }
        uint256 reasons = 0;
        for (uint8 code = 1; code < 20; ++code) if (handler.failures(code) != 0) ++reasons;
        holds(handler.settledCount() > 50, "many trades settle");
        holds(reasons >= 8, "and fail for many reasons");
        string[8] memory steps = [
            "deposit",
            "deposit of ether",
            "exit",
            "co-signed withdrawal",
            "submitted withdrawal",
            "minimum nonce applied",
            "deposit of a hostile token",
            "exit of a hostile token"
        ];
        for (uint256 i = 0; i < steps.length; ++i) holds(handler.successes(steps[i]) > 1, steps[i]);
        invariant_everyTokenIsThere();
        invariant_idsStay();
    }

    /// Rarely enough that trades go on beside them.
    function otherSteps(uint256 i) private {
        uint128 amount = uint128(i * 0.01 ether);
        if (i % 20 == 1) handler.deposit(i, i / 20, amount);
        if (i % 20 == 2) handler.depositEther(i, i / 20, amount);
        if (i % 20 == 3) {
            for (uint256 each = 0; each < 12; ++each) handler.withdrawExit(each / 3, each, uint128(i));
        }
        if (i % 20 == 4) handler.withdrawCoSigned(i / 20, i / 40, 1 ether, i % 40 == 4);
        if (i % 20 == 5) handler.withdrawForUser(i / 20, i / 40, 1 ether, 0, uint8(i / 20));
        if (i % 20 == 6) handler.moveMinNonce(i / 40, 1, 1, uint8(1 + ((i / 20) % 2)));
        if (i % 3 == 0) handler.useHostileToken(i / 3, amount, uint8(i % 9), i > 100);
    }
}
