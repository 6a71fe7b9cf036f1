// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../../dist/artifacts/IExchange.sol";
import {ExchangeFixture} from "../support/ExchangeFixture.sol";
import {vm} from "../support/Vm.sol";

/// Minimum nonces asked for in any order and applied at any time.
contract MinimumNoncesFuzzTest is ExchangeFixture {
    struct Model {
        uint64 minimum;
        uint64 waits;
        uint256 dueAt;
        uint256 period;
    }

    /// A step each: its lowest bits say what, the others when and how high.
    function testFuzz_everyStepDoesWhatTheModelSays(uint256[12] memory steps) public {
        Model memory model = Model(0, 0, 0, WAITING);
        for (uint256 i = 0; i < steps.length; ++i) {
            uint64 before = model.minimum;
            (uint256 what, uint256 detail) = (steps[i] % 6, steps[i] / 6);
            vm.warp(timeAfter(detail % 4, model));
            if (what < 2) request(model, valueOf(detail >> 8, model));
            if (what == 2 || what == 3) applyIt(model);
            if (what == 4) coSigned(model, valueOf(detail >> 8, model));
            if (what == 5) changeOtherThings(model, detail >> 8);
            compare(model);
            holds(model.minimum >= before, "never falls");
        }
        (uint128 amount, ) = lens.balances(alice, address(tokenA));
        eq(amount, FUNDS, "the balance beside it");
    }

    function request(Model memory model, uint64 value) private {
        vm.prank(alice);
        exchange.requestMinNonce(address(tokenA), value);
        if (isDue(model)) happens(model);
        if (value <= model.waits || value <= model.minimum) return;
        (model.waits, model.dueAt) = (value, block.timestamp + model.period);
    }

    function applyIt(Model memory model) private {
        bool due = isDue(model);
        vm.prank(thief);
        (bool done, bytes memory reason) = address(exchange).call(
            abi.encodeCall(IExchange.applyMinNonce, (alice, address(tokenA)))
        );
        holds(done == due, "when it is due, and only then");
        if (done) happens(model);
        else eq32(bytes4(reason), MinNonceNotReady.selector, "why");
    }

    function happens(Model memory model) private pure {
        if (model.waits > model.minimum) model.minimum = model.waits;
        (model.waits, model.dueAt) = (0, 0);
    }

    function coSigned(Model memory model, uint64 value) private {
        raiseMinNonce(alice, address(tokenA), value);
        if (value > model.minimum) model.minimum = value;
    }

    /// No time that was given changes by it.
    function changeOtherThings(Model memory model, uint256 detail) private {
        model.period = 1 hours + (detail % (7 days - 1 hours + 1));
        vm.prank(admin);
        exchange.setWaitingPeriod(uint32(model.period));
        vm.prank(alice);
        if (detail % 2 == 0) exchange.requestExit(one(address(tokenA)));
        else exchange.cancelExit(one(address(tokenA)));
    }

    function compare(Model memory model) private view {
        eq(lens.minNonce(alice, address(tokenA)), model.minimum, "minimum");
        (uint64 waits, uint40 dueAt) = lens.waitingMinNonce(alice, address(tokenA));
        eq(waits, model.waits, "what waits");
        eq(dueAt, model.dueAt, "until when");
        eq(lens.minNonce(bob, address(tokenA)), 0, "of nobody else");
        eq(lens.minNonce(alice, address(tokenB)), 0, "of no other token");
    }

    function isDue(Model memory model) private view returns (bool) {
        return model.dueAt != 0 && block.timestamp >= model.dueAt;
    }

    /// Now, some time on, or just before or when it is due.
    function timeAfter(uint256 way, Model memory model) private view returns (uint256) {
        if (way == 0) return block.timestamp;
        if (way == 1 || model.dueAt <= block.timestamp) return block.timestamp + way * 3 hours;
        return way == 2 ? model.dueAt - 1 : model.dueAt;
    }

    /// Near to what is there, or anything.
    function valueOf(uint256 detail, Model memory model) private pure returns (uint64 value) {
        uint256 way = detail % 5;
        unchecked {
            value = uint64(detail >> 3);
            if (way == 0) value = model.waits + (value % 3) - 1;
            if (way == 1) value = model.minimum + (value % 3) - 1;
            if (way > 2) value %= 1000;
        }
    }
}
