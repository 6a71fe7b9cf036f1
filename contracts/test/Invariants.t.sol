// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../dist/artifacts/IExchange.sol";
import {TestToken} from "../src/test/TestToken.sol";
import {ExchangeLens} from "../src/lens/ExchangeLens.sol";
import {Assertions} from "./support/Assertions.sol";
import {ExchangeHandler} from "./support/ExchangeHandler.sol";

/// Random histories. The handler checks each step; here is what must hold after every one of them.
contract InvariantsTest is Assertions {
    ExchangeHandler private handler;
    IExchange private exchange;
    ExchangeLens private lens;

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    function setUp() public {
        handler = new ExchangeHandler();
        handler.setUp();
        exchange = handler.exchangeUnderTest();
        lens = handler.lensUnderTest();
    }

    function targetSelectors() public view returns (FuzzSelector[] memory targets) {
        bytes4[22] memory list = [
            ExchangeHandler.settleRandomBatch.selector,
            ExchangeHandler.settleRandomBatch.selector,
            ExchangeHandler.settleRandomBatch.selector,
            ExchangeHandler.settleRandomBatch.selector,
            ExchangeHandler.deposit.selector,
            ExchangeHandler.depositEther.selector,
            ExchangeHandler.withdrawCoSigned.selector,
            bytes4(keccak256("raiseMinNonce(uint256,uint256,uint64,uint8)")),
            ExchangeHandler.moveBudget.selector,
            ExchangeHandler.useHostileToken.selector,
            ExchangeHandler.useHostileToken.selector,
            ExchangeHandler.requestExit.selector,
            ExchangeHandler.cancelExit.selector,
            ExchangeHandler.withdrawExit.selector,
            ExchangeHandler.cancelOrder.selector,
            ExchangeHandler.removeDelegate.selector,
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
        eq(lens.tokenCount(), 4, "tokens");
        eq(lens.tokenIdOf(lens.tokens(1)), 1, "id 1");
        eq(lens.tokenIdOf(lens.tokens(2)), 2, "id 2");
    }

    /// The histories are worth something: trades settle, and fail for many reasons.
    function test_historiesAreNotIdle() public {
        for (uint256 i = 0; i < 200; ++i) {
            handler.settleRandomBatch(uint256(keccak256(abi.encode(i))));
            if (i % 10 == 0) handler.requestExit(i / 10, i / 40);
            if (i % 15 == 5) handler.cancelExit(i / 15, i / 30);
            if (i % 7 == 0) handler.cancelOrder(i);
            if (i == 100) handler.removeDelegate(0);
            handler.passTime(uint32(i * 97));
        }
        uint256 reasons = 0;
        for (uint8 code = 1; code < 20; ++code) if (handler.failures(code) != 0) ++reasons;
        holds(handler.settledCount() > 50, "many trades settle");
        holds(reasons >= 8, "and fail for many reasons");
        invariant_everyTokenIsThere();
    }
}
