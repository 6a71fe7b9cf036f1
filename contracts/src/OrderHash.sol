// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

/// What an order signs, in both formats.
library OrderHash {
    bytes32 private constant ORDER_TYPEHASH =
        keccak256(
            "Order(address sellTokenAddress,uint128 sellTokenAmount,address buyTokenAddress,uint128 buyTokenAmount,uint32 expiry,uint64 nonce)"
        );

    /// The canonical hash of an order, also of one that is signed in the personal form: its EIP-712 digest.
    /// Hashed at the end of memory, which is not kept: a batch has 256 of them, and memory is paid for by its
    /// size. Numbers must be within their types; addresses are cleaned here.
    function typed(
        bytes32 separator,
        address sellToken,
        uint256 sellAmount,
        address buyToken,
        uint256 buyAmount,
        uint256 expiry,
        uint256 nonce
    ) internal pure returns (bytes32 digest) {
        bytes32 typehash = ORDER_TYPEHASH;
        assembly ("memory-safe") {
            let at := mload(0x40)
            mstore(at, typehash)
            mstore(add(at, 0x20), shr(96, shl(96, sellToken)))
            mstore(add(at, 0x40), sellAmount)
            mstore(add(at, 0x60), shr(96, shl(96, buyToken)))
            mstore(add(at, 0x80), buyAmount)
            mstore(add(at, 0xa0), expiry)
            mstore(add(at, 0xc0), nonce)
            let structHash := keccak256(at, 0xe0)
            mstore(at, shl(240, 0x1901))
            mstore(add(at, 0x02), separator)
            mstore(add(at, 0x22), structHash)
            digest := keccak256(at, 0x42)
        }
    }

    /// What the personal form signs: it names the exchange, but no chain.
    function personal(
        address exchange,
        address sellToken,
        uint256 sellAmount,
        address buyToken,
        uint256 buyAmount,
        uint256 expiry,
        uint256 nonce
    ) internal pure returns (bytes32) {
        return
            MessageHashUtils.toEthSignedMessageHash(
                keccak256(
                    abi.encodePacked(
                        sellToken,
                        uint128(sellAmount),
                        buyToken,
                        uint128(buyAmount),
                        uint32(expiry),
                        uint64(nonce),
                        exchange
                    )
                )
            );
    }
}
