// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../../dist/artifacts/IExchange.sol";
import {ExchangeErrors, ExchangeEvents} from "../../src/ExchangeEvents.sol";
import {ExchangeConfig} from "../../src/ExchangeTypes.sol";
import {ExchangeLens} from "../../src/lens/ExchangeLens.sol";
import {TestToken} from "../../src/test/TestToken.sol";
import {Assertions} from "./Assertions.sol";
import {vm} from "./Vm.sol";

/// A deployed exchange with its role holders, two tokens and three funded accounts.
abstract contract ExchangeFixture is Assertions, ExchangeErrors, ExchangeEvents {
    uint256 internal constant ATTESTER_KEY = 0xA77E57;
    uint256 internal constant COSIGNER_KEY = 0xC05;
    uint256 internal constant ALICE_KEY = 0xA11CE;
    uint256 internal constant BOB_KEY = 0xB0B;
    uint256 internal constant CAROL_KEY = 0xCA201;
    uint256 internal constant DELEGATE_KEY = 0xDE1E;
    uint256 internal constant START = 1_800_000_000;
    uint32 internal constant FOREVER = type(uint32).max;
    uint256 internal constant ALL = type(uint256).max;
    uint32 internal constant WAITING = 24 hours;
    uint128 internal constant FUNDS = 1_000_000 ether;
    /// What is set aside for rebates.
    address internal constant POOL = address(1);

    address internal admin = address(0xAD);
    address internal settler = address(0x5E771E);
    address internal standby = address(0x57A2DB);
    address internal lister = address(0x1157);
    address internal guardian = address(0x60A8D);
    address internal collector = address(0xFEE);
    address internal thief = address(0x7415F);
    address internal attester = vm.addr(ATTESTER_KEY);
    address internal coSigner = vm.addr(COSIGNER_KEY);
    address internal alice = vm.addr(ALICE_KEY);
    address internal bob = vm.addr(BOB_KEY);
    address internal carol = vm.addr(CAROL_KEY);
    address internal delegateKey = vm.addr(DELEGATE_KEY);

    IExchange internal exchange;
    ExchangeLens internal lens;
    TestToken internal tokenA;
    TestToken internal tokenB;

    function setUp() public virtual {
        vm.warp(START);
        use(deployExchange());
        tokenA = new TestToken("Token A", "A", 18);
        tokenB = new TestToken("Token B", "B", 6);
        register(address(tokenA));
        register(address(tokenB));
        fund(alice, tokenA, FUNDS);
        fund(bob, tokenB, FUNDS);
    }

    function use(IExchange chosen) internal {
        exchange = chosen;
        lens = ExchangeLens(deployShipped("ExchangeLens", abi.encode(chosen)));
    }

    function deployExchange() internal returns (IExchange) {
        return deployExchange(config());
    }

    function config() internal view returns (ExchangeConfig memory) {
        address[] memory settlers = new address[](2);
        (settlers[0], settlers[1]) = (settler, standby);
        return
            ExchangeConfig({
                name: "dex.blue",
                admin: admin,
                settlers: settlers,
                attester: attester,
                coSigner: coSigner,
                lister: lister,
                guardian: guardian,
                feeCollector: collector,
                waitingPeriod: WAITING,
                maxFeeBps: 200
            });
    }

    function deployExchange(ExchangeConfig memory chosen) internal returns (IExchange) {
        return IExchange(deployShipped("Exchange", abi.encode(chosen)));
    }

    /// Deploys the very bytecode that is shipped (contracts/artifacts.mjs), unless coverage wants forge's own build.
    function deployShipped(string memory name, bytes memory parameters) internal returns (address payable deployed) {
        bool isCoverage = bytes(vm.envOr("OWN_BUILD", string(""))).length != 0;
        string memory artifact = isCoverage
            ? string.concat(name, ".sol:", name)
            : string.concat("contracts/dist/artifacts/", name, ".json");
        bytes memory initCode = abi.encodePacked(vm.getCode(artifact), parameters);
        assembly ("memory-safe") {
            deployed := create(0, add(initCode, 32), mload(initCode))
            if iszero(deployed) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }

    function register(address token) internal returns (uint16) {
        vm.prank(lister);
        return exchange.registerToken(token);
    }

    function fund(address account, TestToken token, uint256 amount) internal {
        token.mint(account, amount);
        vm.prank(account);
        token.approve(address(exchange), amount);
        vm.prank(account);
        exchange.depositToken(address(token), amount);
    }

    /// What the collector sets aside for rebates.
    function fundRebates(TestToken token, uint256 amount) internal {
        fund(collector, token, amount);
        vm.prank(collector);
        exchange.fundRebates(address(token), amount);
    }

    function fundEther(address account, uint256 amount) internal {
        vm.deal(account, account.balance + amount);
        vm.prank(account);
        exchange.depositEther{value: amount}();
    }

    function balanceOf(address account, TestToken token) internal view returns (uint256) {
        return exchange.getBalance(address(token), account);
    }

    function typedDigest(bytes32 structHash) internal view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", exchange.domainSeparator(), structHash));
    }

    function compact(uint256 key, bytes32 digest) internal pure returns (bytes32 r, bytes32 vs) {
        uint8 v;
        bytes32 s;
        (v, r, s) = vm.sign(key, digest);
        vs = v == 28 ? bytes32(uint256(s) | (1 << 255)) : s;
    }

    function one(address token) internal pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = token;
    }

    function one(bytes32 hash) internal pure returns (bytes32[] memory list) {
        list = new bytes32[](1);
        list[0] = hash;
    }

    function addDelegate(address account, uint256 key, uint40 validUntil) internal {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, delegationDigest(account, vm.addr(key), FOREVER));
        address delegate = vm.addr(key);
        vm.prank(account);
        exchange.addDelegate(delegate, validUntil, FOREVER, v, r, s);
    }

    /// At once, with a co-signature.
    function raiseMinNonce(address account, address token, uint64 minNonce) internal {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(COSIGNER_KEY, minNonceDigest(account, token, minNonce));
        vm.prank(account);
        exchange.raiseMinNonceCoSigned(token, minNonce, FOREVER, v, r, s);
    }

    function minNonceDigest(address account, address token, uint64 minNonce) internal view returns (bytes32) {
        bytes32 typehash = keccak256("MinimumNonce(address account,address token,uint64 minNonce,uint32 deadline)");
        return typedDigest(keccak256(abi.encode(typehash, account, token, minNonce, FOREVER)));
    }

    function delegationDigest(address account, address delegate, uint32 deadline) internal view returns (bytes32) {
        bytes32 typehash = keccak256("Delegation(address account,address delegate,uint32 deadline)");
        return typedDigest(keccak256(abi.encode(typehash, account, delegate, deadline)));
    }

    function delegateRemovalDigest(address account, address delegate) internal view returns (bytes32) {
        bytes32 typehash = keccak256("DelegateRemoval(address account,address delegate,uint32 deadline)");
        return typedDigest(keccak256(abi.encode(typehash, account, delegate, FOREVER)));
    }

    function cancellationDigest(
        address account,
        bytes32[] memory hashes,
        uint32 deadline
    ) internal view returns (bytes32) {
        bytes32 typehash = keccak256("OrderCancellation(address account,bytes32[] orderHashes,uint32 deadline)");
        bytes32 list = keccak256(abi.encodePacked(hashes));
        return typedDigest(keccak256(abi.encode(typehash, account, list, deadline)));
    }

    /// What a co-signer signs for a quick withdrawal.
    function withdrawalDigest(
        address account,
        address token,
        uint256 amount,
        address receiver,
        uint64 nonce,
        uint32 deadline
    ) internal view returns (bytes32) {
        bytes32 typehash = keccak256(
            "ArbiterWithdrawal(address account,address token,uint256 amount,address receiver,uint64 nonce,uint32 deadline)"
        );
        bytes32 structHash = keccak256(abi.encode(typehash, account, token, amount, receiver, nonce, deadline));
        return typedDigest(structHash);
    }
}
