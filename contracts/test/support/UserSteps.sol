// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../../dist/artifacts/IExchange.sol";
import {TestToken} from "../../src/test/TestToken.sol";
import {MischiefToken} from "./MischiefToken.sol";
import {RandomTrades} from "./RandomTrades.sol";
import {vm} from "./Vm.sol";

/// What users do to an exchange, in any order, each step with what must come of it.
abstract contract UserSteps is RandomTrades {
    MischiefToken public hostile;

    /// What entered less what left, per token (I1, I2).
    mapping(address token => uint256) public held;

    /// How often a step of a history did what it tries, so that idle histories are noticed.
    mapping(string step => uint256) public successes;

    function setUp() public override {
        super.setUp();
        keys = [ALICE_KEY, BOB_KEY, CAROL_KEY, 0xDA4E];
        for (uint256 i = 0; i < USERS; ++i) {
            accounts.push(vm.addr(keys[i]));
            fund(accounts[i], tokenA, 1000 ether);
            fund(accounts[i], tokenB, 1000 ether);
            fundEther(accounts[i], 1000 ether);
        }
        fundRebates(tokenA, 10 ether);
        fundRebates(tokenB, 10 ether);
        held[address(tokenA)] = FUNDS + USERS * 1000 ether + 10 ether;
        held[address(tokenB)] = FUNDS + USERS * 1000 ether + 10 ether;
        held[address(0)] = USERS * 1000 ether;
        hostile = new MischiefToken();
        register(address(hostile));
        address[3] memory tradeable = [address(0), address(tokenA), address(tokenB)];
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(admin);
            exchange.setWithdrawalFeeCap(tradeable[i], 1 ether);
        }
        accounts.push(collector);
        accounts.push(POOL);
        delegateKeys = [DELEGATE_KEY, 0xDE1F];
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        addDelegate(bob, 0xDE1F, FOREVER);
    }

    function delegateAt(uint256 which) public view returns (address) {
        return vm.addr(delegateKeys[which % DELEGATES]);
    }

    function tokenAt(uint256 id) public view returns (address) {
        return lens.tokens(id);
    }

    function deposit(uint256 who, uint256 which, uint128 amount) external {
        address account = accounts[who % (USERS + 1)];
        address token = tokenAt(1 + (which % 2));
        amount = uint128(1 + (amount % 1000 ether));
        (, uint40 exitAt) = lens.balances(account, token);
        bool expected = exitAt == 0 && !lens.depositsPaused();
        TestToken(token).mint(account, amount);
        vm.prank(account);
        TestToken(token).approve(address(exchange), amount);
        vm.prank(account);
        (bool done, ) = address(exchange).call(abi.encodeCall(IExchange.depositToken, (token, amount)));
        holds(done == expected, "deposit");
        if (!done) return;
        held[token] += amount;
        ++successes["deposit"];
    }

    function requestExit(uint256 who, uint256 which) external {
        // Asked for before: a prank goes for the next call, and the lens is one.
        (address account, address token) = (accounts[who % USERS], tokenAt(which % 4));
        (, uint40 before) = lens.balances(account, token);
        vm.prank(account);
        exchange.requestExit(one(token));
        (, uint40 exitAt) = lens.balances(account, token);
        eq(exitAt, timeGiven(before), "I15: time given stays");
    }

    function cancelExit(uint256 who, uint256 which) external {
        (address account, address token) = (accounts[who % USERS], tokenAt(which % 4));
        vm.prank(account);
        exchange.cancelExit(one(token));
        (, uint40 exitAt) = lens.balances(account, token);
        eq(exitAt, 0, "canceled");
    }

    /// I9: an exit that is due succeeds, whatever has been done meanwhile.
    function withdrawExit(uint256 who, uint256 which, uint128 part) external {
        address account = accounts[who % USERS];
        address token = tokenAt(which % 3);
        (uint128 held_, uint40 exitAt) = lens.balances(account, token);
        uint256 amount = part % 2 == 0 ? held_ : part % (uint256(held_) + 2);
        bool expected = exitAt != 0 && exitAt <= block.timestamp && amount != 0 && amount <= held_;
        bytes memory call = abi.encodeCall(
            IExchange.withdrawExit,
            (token, part % 2 == 0 ? ALL : amount, account)
        );
        uint256 outside = outsideOf(account, token);
        vm.prank(account);
        (bool done, ) = address(exchange).call(call);
        holds(done == expected, "I9: exit when due, and only then");
        eq(exchange.getBalance(token, account), done ? held_ - amount : held_, "what is left");
        if (!done) return;
        eq(outsideOf(account, token), outside + amount, "paid");
        held[token] -= amount;
        ++successes["exit"];
    }

    function depositEther(uint256 who, uint256 whose, uint128 amount) external {
        (address payer, address account) = (accounts[who % USERS], accounts[whose % USERS]);
        amount = uint128(1 + (amount % 1000 ether));
        (, uint40 exitAt) = lens.balances(account, address(0));
        bool expected = exitAt == 0 && !lens.depositsPaused();
        vm.deal(payer, payer.balance + amount);
        vm.prank(payer);
        (bool done, ) = address(exchange).call{value: amount}(
            abi.encodeCall(IExchange.depositEtherFor, (account))
        );
        holds(done == expected, "deposit of ether");
        if (!done) return;
        held[address(0)] += amount;
        ++successes["deposit of ether"];
    }

    /// The quick way out, and one whose nonce was voided before.
    function withdrawCoSigned(uint256 who, uint256 which, uint128 amount, bool voided) external {
        (address account, address token) = (accounts[who % USERS], tokenAt(which % 3));
        uint64 nonce = nextNonce++;
        if (voided) voidNonce(account, nonce);
        uint256 before = exchange.getBalance(token, account);
        amount = uint128(amount % (before + 2));
        bytes32 digest = withdrawalDigest(account, token, amount, account, nonce, FOREVER);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(COSIGNER_KEY, digest);
        bytes memory call = abi.encodeCall(
            IExchange.withdraw,
            (token, amount, account, nonce, FOREVER, v, r, s)
        );
        uint256 outside = outsideOf(account, token);
        vm.prank(account);
        (bool done, ) = address(exchange).call(call);
        holds(done == (!voided && amount <= before), "co-signed withdrawal");
        if (!done) return;
        eq(outsideOf(account, token), outside + amount, "paid");
        held[token] -= amount;
        ++successes["co-signed withdrawal"];
    }

    /// A minimum nonce never falls, and a request's time is never brought forward.
    function moveMinNonce(uint256 who, uint256 which, uint64 value, uint8 way) external {
        (address account, address token) = (accounts[who % USERS], tokenAt(which % 3));
        value = value % (nextNonce + 2);
        uint64 before = lens.minNonce(account, token);
        (uint64 waits, uint40 time) = lens.waitingMinNonce(account, token);
        if (way % 3 == 0) {
            raiseMinNonce(account, token, value);
        } else if (way % 3 == 1) {
            vm.prank(account);
            exchange.requestMinNonce(token, value);
            (uint64 next, uint40 nextTime) = lens.waitingMinNonce(account, token);
            holds(next != waits || next == 0 || nextTime == time, "I15: time given stays");
        } else {
            (bool done, ) = address(exchange).call(abi.encodeCall(IExchange.applyMinNonce, (account, token)));
            holds(done == (time != 0 && time <= block.timestamp), "applied when due, and only then");
            if (done) {
                eq(lens.minNonce(account, token), waits > before ? waits : before, "what was asked for");
                ++successes["minimum nonce applied"];
            }
        }
        holds(lens.minNonce(account, token) >= before, "never falls");
    }

    /// A token that misbehaves in a different way each time harms nobody but its owners.
    function useHostileToken(uint256 who, uint128 amount, uint8 mode, bool leaves) external {
        address account = accounts[who % USERS];
        hostile.setMode(MischiefToken.Mode(mode % uint8(MischiefToken.Mode.Reenter)));
        if (hostile.mode() == MischiefToken.Mode.BurnGas) hostile.setMode(MischiefToken.Mode.Honest);
        amount = uint128(1 + (amount % 1 ether));
        hostile.mint(account, amount + 1);
        vm.prank(account);
        hostile.approve(address(exchange), amount);
        bytes memory call = leaves
            ? abi.encodeCall(IExchange.withdrawExit, (address(hostile), amount, account))
            : abi.encodeCall(IExchange.depositToken, (address(hostile), amount));
        (uint128 before, uint40 exitAt) = lens.balances(account, address(hostile));
        bool expected = leaves
            ? exitAt != 0 && exitAt <= block.timestamp && leavesWith(amount) <= before
            : exitAt == 0 && !lens.depositsPaused() && arrives();
        vm.prank(account);
        (bool done, ) = address(exchange).call(call);
        holds(done == expected, "I16: what a hostile token lets through");
        uint256 left = !done ? before : leaves ? before - leavesWith(amount) : before + amount;
        eq(exchange.getBalance(address(hostile), account), left, "I16: balance of a hostile token");
        if (done) ++successes[leaves ? "exit of a hostile token" : "deposit of a hostile token"];
    }

    /// Whether the exchange gets what a deposit of the hostile token says.
    function arrives() private view returns (bool) {
        MischiefToken.Mode mode = hostile.mode();
        return
            mode == MischiefToken.Mode.Honest ||
            mode == MischiefToken.Mode.NoReturnValue ||
            mode == MischiefToken.Mode.ChargeSender;
    }

    /// What an exit costs its account in the hostile token; all there is and more if it must fail.
    function leavesWith(uint256 amount) private view returns (uint256) {
        MischiefToken.Mode mode = hostile.mode();
        if (mode == MischiefToken.Mode.ChargeSender) return amount + 1;
        // These cheat the receiver, not the exchange.
        if (mode == MischiefToken.Mode.TakeFee || mode == MischiefToken.Mode.PayExtra) return amount;
        return arrives() ? amount : ALL;
    }

    function voidNonce(address account, uint64 nonce) private {
        uint64[] memory nonces = new uint64[](1);
        nonces[0] = nonce;
        vm.prank(account);
        exchange.voidNonces(nonces);
    }

    function cancelOrder(uint256 which) external {
        if (known.length == 0) return;
        OrderTerms memory terms = known[which % known.length];
        bytes32[] memory hashes = one(orderHash(terms));
        (, uint40 before) = lens.orderFill(terms.account, hashes[0]);
        vm.prank(terms.account);
        exchange.cancelOrders(hashes);
        (, uint40 afterwards) = lens.orderFill(terms.account, hashes[0]);
        eq(afterwards, timeGiven(before), "I15: time given stays");
    }

    function removeDelegate(uint256 which) external {
        address delegate = delegateAt(which);
        (address account, , uint40 before, ) = lens.delegates(delegate);
        vm.prank(account);
        exchange.removeDelegate(delegate);
        (, , uint40 afterwards, ) = lens.delegates(delegate);
        eq(afterwards, timeGiven(before), "I15: time given stays");
    }

    /// The time of a request after it was made (again): the one before, if there was one.
    function timeGiven(uint40 before) private view returns (uint256) {
        return before != 0 ? before : block.timestamp + lens.waitingPeriod();
    }

    /// What an account has of a token outside of the exchange.
    function outsideOf(address account, address token) internal view returns (uint256) {
        return token == address(0) ? account.balance : TestToken(token).balanceOf(account);
    }
}
