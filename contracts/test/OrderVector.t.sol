// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../dist/artifacts/IExchange.sol";
import {ExchangeFixture} from "./support/ExchangeFixture.sol";
import {vm} from "./support/Vm.sol";

/// The vector that the TypeScript side is held to as well (contracts/vectors/order.json).
contract OrderVectorTest is ExchangeFixture {
    function test_hashesAreThoseOfTheVector() public {
        string memory json = vm.readFile("contracts/vectors/order.json");
        vm.chainId(vm.parseJsonUint(json, ".domain.chainId"));
        address place = vm.parseJsonAddress(json, ".domain.contract");
        vm.etch(place, address(deployExchange()).code);
        use(IExchange(place));
        eq32(exchange.domainSeparator(), vm.parseJsonBytes32(json, ".domainSeparator"), "separator");

        address sellToken = vm.parseJsonAddress(json, ".order.sellToken");
        uint128 sellAmount = uint128(vm.parseJsonUint(json, ".order.sellAmount"));
        address buyToken = vm.parseJsonAddress(json, ".order.buyToken");
        uint128 buyAmount = uint128(vm.parseJsonUint(json, ".order.buyAmount"));
        uint32 expiry = uint32(vm.parseJsonUint(json, ".order.expiry"));
        uint64 nonce = uint64(vm.parseJsonUint(json, ".order.nonce"));
        bytes32 typed = lens.hashOrder(sellToken, sellAmount, buyToken, buyAmount, expiry, nonce);
        eq32(typed, vm.parseJsonBytes32(json, ".typedDigest"), "typed digest");
        bytes32 personal = lens.hashPersonalOrder(sellToken, sellAmount, buyToken, buyAmount, expiry, nonce);
        eq32(personal, vm.parseJsonBytes32(json, ".personalDigest"), "personal digest");
        address signer = vm.addr(uint256(vm.parseJsonBytes32(json, ".key")));
        eq(signer, vm.parseJsonAddress(json, ".account"), "account");
    }
}
