// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../../dist/artifacts/IExchange.sol";
import {OrderIn, TradeIn, WithdrawalIn} from "../../src/ExchangeTypes.sol";
import {ExchangeLens} from "../../src/lens/ExchangeLens.sol";
import {TestToken} from "../../src/test/TestToken.sol";
import {MischiefToken} from "./MischiefToken.sol";
import {RandomTrades} from "./RandomTrades.sol";
import {vm} from "./Vm.sol";

/// Does to an exchange whatever its users, its operator and a thief may try, in any order, and remembers what
/// must hold afterwards. All its random numbers are bounded so that most calls go through.
contract ExchangeHandler is RandomTrades {
    TradeIn[] internal settledTrades;
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
        accounts.push(address(1));
        delegateKeys = [DELEGATE_KEY, 0xDE1F];
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        addDelegate(bob, 0xDE1F, FOREVER);
    }

    function exchangeUnderTest() external view returns (IExchange) {
        return exchange;
    }

    function lensUnderTest() external view returns (ExchangeLens) {
        return lens;
    }

    function accountCount() external view returns (uint256) {
        return accounts.length;
    }

    function delegateCount() external pure returns (uint256) {
        return DELEGATES;
    }

    function delegateAt(uint256 which) public view returns (address) {
        return vm.addr(delegateKeys[which % DELEGATES]);
    }

    function tokenAt(uint256 id) public view returns (address) {
        return lens.tokens(id);
    }

    // --- what users do

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
        vm.prank(account);
        exchange.requestExit(one(token));
        (, uint40 exitAt) = lens.balances(account, token);
        holds(exitAt != 0, "requested");
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
        vm.prank(account);
        (bool done, ) = address(exchange).call(call);
        holds(done == expected, "I9: exit when due, and only then");
        eq(exchange.getBalance(token, account), done ? held_ - amount : held_, "what is left");
        if (!done) return;
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
        vm.prank(account);
        (bool done, ) = address(exchange).call(call);
        holds(done == (!voided && amount <= before), "co-signed withdrawal");
        if (!done) return;
        held[token] -= amount;
        ++successes["co-signed withdrawal"];
    }

    /// A minimum nonce never falls, and a request's time is never brought forward.
    function raiseMinNonce(uint256 who, uint256 which, uint64 value, uint8 way) external {
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

    function moveBudget(uint256 which, uint128 amount, bool release) external {
        address token = tokenAt(which % 3);
        address from = release ? address(1) : collector;
        amount = uint128(amount % (exchange.getBalance(token, from) + 1));
        vm.prank(release ? admin : collector);
        if (release) exchange.releaseRebates(token, amount);
        else exchange.fundRebates(token, amount);
    }

    /// A token that misbehaves in a different way each time harms nobody but its owners.
    function useHostileToken(uint256 who, uint128 amount, uint8 mode, bool leave) external {
        address account = accounts[who % USERS];
        hostile.setMode(MischiefToken.Mode(mode % uint8(MischiefToken.Mode.Reenter)));
        if (hostile.mode() == MischiefToken.Mode.BurnGas) hostile.setMode(MischiefToken.Mode.Honest);
        amount = uint128(1 + (amount % 1 ether));
        hostile.mint(account, amount + 1);
        vm.prank(account);
        hostile.approve(address(exchange), amount);
        bytes memory call = leave
            ? abi.encodeCall(IExchange.withdrawExit, (address(hostile), amount, account))
            : abi.encodeCall(IExchange.depositToken, (address(hostile), amount));
        (uint128 before, uint40 exitAt) = lens.balances(account, address(hostile));
        bool expected = leave
            ? exitAt != 0 && exitAt <= block.timestamp && leavesWith(amount) <= before
            : exitAt == 0 && !lens.depositsPaused() && arrives();
        vm.prank(account);
        (bool done, ) = address(exchange).call(call);
        holds(done == expected, "I16: what a hostile token lets through");
        uint256 left = !done ? before : leave ? before - leavesWith(amount) : before + amount;
        eq(exchange.getBalance(address(hostile), account), left, "I16: balance of a hostile token");
        if (done) ++successes[leave ? "exit of a hostile token" : "deposit of a hostile token"];
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
        holds(afterwards != 0 && (before == 0 || afterwards == before), "I15: time given stays");
    }

    function removeDelegate(uint256 which) external {
        address delegate = delegateAt(which);
        (address account, , uint40 before, ) = lens.delegates(delegate);
        vm.prank(account);
        exchange.removeDelegate(delegate);
        (, , uint40 afterwards, ) = lens.delegates(delegate);
        holds(before == 0 || afterwards == before, "I15: time given stays");
    }

    // --- what the operator does

    function settleRandomBatch(uint256 seed) external {
        if (isPaused()) return;
        uint256 count = 1 + (seed % 4);
        OrderIn[] memory orders = new OrderIn[](2 * count);
        TradeIn[] memory trades = new TradeIn[](count);
        for (uint16 i = 0; i < count; ++i) {
            seed = uint256(keccak256(abi.encode(seed, i)));
            (uint16 sold, uint16 bought) = (uint16((seed >> 8) % 3), uint16(((seed >> 8) + 1) % 3));
            OrderTerms memory maker = randomOrder(seed, sold, bought);
            OrderTerms memory taker = randomOrder(seed >> 128, bought, sold);
            orders[2 * i] = signed(maker);
            orders[2 * i + 1] = signed(taker);
            TradeTerms memory trade = randomTrade(seed, maker, taker);
            (trade.makerIndex, trade.takerIndex) = (2 * i, 2 * i + 1);
            trades[i] = packed(trade);
            if (seed % 11 == 0) orders[2 * i].vs ^= bytes32(uint256(1) << 255);
            if (seed % 13 == 0 && settledTrades.length != 0) trades[i] = settledTrades[seed % settledTrades.length];
        }
        settleAndCheck(orders, trades);
    }

    /// I13 with pure noise in place of orders and trades.
    function settleNoise(bytes32 seed) external {
        if (isPaused()) return;
        OrderIn[] memory orders = new OrderIn[](uint8(seed[0]) % 8);
        for (uint256 i = 0; i < orders.length; ++i) {
            seed = keccak256(abi.encode(seed));
            orders[i] = OrderIn(uint256(seed), uint256(keccak256(abi.encode(seed))), uint256(seed) << 216, seed, seed);
        }
        TradeIn[] memory trades = new TradeIn[](uint8(seed[1]) % 8);
        for (uint256 i = 0; i < trades.length; ++i) {
            seed = keccak256(abi.encode(seed));
            trades[i] = TradeIn(uint256(seed), uint256(seed) >> 8, uint256(seed) << 16);
        }
        uint8[] memory codes = settle(orders, trades);
        for (uint256 i = 0; i < codes.length; ++i) holds(codes[i] != 0, "noise settles nothing");
    }

    /// In each of its forms.
    function withdrawForUser(uint256 who, uint256 which, uint128 amount, uint128 fee, uint8 scheme) external {
        WithdrawalIn memory item;
        item.account = accounts[who % USERS];
        item.token = tokenAt(which % 3);
        (item.amount, item.nonce, item.deadline) = (amount % 100 ether, nextNonce++, FOREVER);
        (item.maxFee, item.fee) = (item.amount / 2, fee % (item.amount / 2 + 2));
        item.receiver = address(0xBEEF);
        uint256 before = exchange.getBalance(item.token, item.account);
        if (scheme % 3 != 0) {
            item.maxFee = (item.amount * lens.maxFeeBps()) / 10_000;
            if (item.maxFee > 1 ether) item.maxFee = 1 ether;
            item = signedShort(item, keys[who % USERS], scheme % 3);
        } else {
            item = signedFull(item, keys[who % USERS]);
        }
        submit(item);
        bool done = lens.isNonceUsed(item.account, item.nonce);
        holds(done == (before >= item.amount && item.fee <= item.maxFee), "withdrawal");
        eq(exchange.getBalance(item.token, item.account), done ? before - item.amount : before, "I7, I8");
        if (!done) return;
        held[item.token] -= item.amount - item.fee;
        ++successes["submitted withdrawal"];
    }

    function passTime(uint32 time) external {
        vm.warp(block.timestamp + (time % 8 hours));
    }

    function changeParameters(uint32 period, uint16 bps) external {
        vm.prank(admin);
        exchange.setWaitingPeriod(1 hours + (period % 6 days));
        vm.prank(admin);
        exchange.setMaxFeeBps(bps % 501);
    }

    function pauseOrUnpause(uint8 seed) external {
        (, uint40 again) = lens.settlementPause();
        if (seed % 4 == 0 && block.timestamp >= again) {
            vm.prank(guardian);
            exchange.pauseSettlement();
        } else if (seed % 4 == 1) {
            vm.prank(admin);
            exchange.resumeSettlement();
        } else if (seed % 4 == 2) {
            vm.prank(guardian);
            exchange.pauseDeposits();
        } else {
            vm.prank(admin);
            exchange.resumeDeposits();
        }
    }

    function isPaused() private view returns (bool) {
        (uint40 until, ) = lens.settlementPause();
        return block.timestamp < until;
    }

    /// I14: whoever holds SETTLER, LISTER and GUARDIAN, but no signature, gets nothing out.
    function steal(uint256 role, uint256 who, uint256 which, uint128 amount) external {
        address[4] memory thieves = [settler, lister, guardian, thief];
        address token = tokenAt(which % 3);
        address robber = thieves[role % 4];
        vm.prank(robber);
        (bool exited, ) = address(exchange).call(abi.encodeCall(IExchange.withdrawExit, (token, ALL, robber)));
        holds(!exited, "I14: exit of nothing");
        WithdrawalIn memory item;
        (item.account, item.token, item.amount) = (accounts[who % USERS], token, 1 + (amount % 100 ether));
        (item.nonce, item.deadline, item.receiver) = (nextNonce++, FOREVER, robber);
        item.scheme = uint8(amount % 3);
        item = item.scheme == 0 ? signedFull(item, 0xBAD) : signedShort(item, 0xBAD, item.scheme);
        expectFailure(item, 3);
        settleWithoutAttester(amount % 2 == 0 ? COSIGNER_KEY : 0xBAD);
    }

    /// The settler's key, with the signature of anybody but an attester.
    function settleWithoutAttester(uint256 key) private {
        (OrderIn[] memory orders, TradeIn[] memory trades) = (new OrderIn[](0), new TradeIn[](1));
        (bytes32 r, bytes32 vs) = attest(key, FOREVER, orders, trades);
        bytes memory call = abi.encodeCall(IExchange.settleBatch, (7, FOREVER, orders, trades, r, vs));
        vm.prank(settler);
        (bool settled, ) = address(exchange).call(call);
        holds(!settled, "I14: no batch without an attester");
    }

    function onSettled(TradeIn memory trade) internal override {
        settledTrades.push(trade);
    }
}
