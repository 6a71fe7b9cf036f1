// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Arrays} from "@openzeppelin/contracts/utils/Arrays.sol";
import {Delegate, OrderIn, OrderState} from "./ExchangeTypes.sol";
import {TradeCode} from "./ExchangeCodes.sol";
import {OrderHash} from "./OrderHash.sol";
import {Signatures} from "./Signatures.sol";
import {hasCome} from "./storage/TimedAmount.sol";

/// What can be said of an order alone: is it well formed, signed by its account or a delegate in force, and
/// still alive. Done once per order, however many trades of the batch use it.
abstract contract OrderChecks is Signatures {
    uint256 private constant FLAG_PERSONAL = 1;
    uint256 private constant FLAG_DELEGATE = 2;
    uint256 private constant KNOWN_FLAGS = 3;

    /// Fills in the state, which is still empty. count: how many tokens are registered.
    function _checkOrder(
        OrderIn calldata order,
        bytes32 separator,
        uint256 count,
        OrderState memory state
    ) internal view {
        uint256 terms = order.terms;
        uint256 packed = order.tokens;
        state.account = address(uint160(terms >> 96));
        state.sellAmount = order.amounts >> 128;
        state.buyAmount = uint128(order.amounts);
        state.sellTokenId = packed >> 240;
        uint256 buyTokenId = uint16(packed >> 224);
        uint256 flags = uint8(packed >> 216);
        uint256 expiry = uint32(terms >> 64);

        // The whole tail is compared, so set padding bits are unknown flags too.
        bool badScheme = flags > KNOWN_FLAGS ||
            uint216(packed) != 0 ||
            (flags & FLAG_PERSONAL != 0 && block.chainid != deployChainId);
        if (badScheme) {
            state.code = TradeCode.BAD_SCHEME;
            return;
        }
        // Without addresses there is nothing a signature could be checked against.
        if (state.sellTokenId >= count || buyTokenId >= count) {
            state.code = TradeCode.TOKEN_MISMATCH;
            return;
        }
        // The bounds were compared with the count above.
        state.sellToken = Arrays.unsafeAccess(tokenList, state.sellTokenId).value;
        state.buyToken = Arrays.unsafeAccess(tokenList, buyTokenId).value;
        state.orderHash = OrderHash.typed(
            separator,
            state.sellToken,
            state.sellAmount,
            state.buyToken,
            state.buyAmount,
            expiry,
            uint64(terms)
        );
        state.code = _checkSigner(order, state, flags, expiry);
        if (state.code == TradeCode.OK) state.code = _checkAlive(state, expiry, uint64(terms));
    }

    function _checkSigner(
        OrderIn calldata order,
        OrderState memory state,
        uint256 flags,
        uint256 expiry
    ) private view returns (uint8) {
        bytes32 digest = state.orderHash;
        if (flags & FLAG_PERSONAL != 0) {
            digest = OrderHash.personal(
                address(this),
                state.sellToken,
                state.sellAmount,
                state.buyToken,
                state.buyAmount,
                expiry,
                order.terms
            );
        }
        address signer = _recoverCompact(digest, order.r, order.vs);
        if (signer == address(0)) return TradeCode.BAD_SIGNATURE;
        if (flags & FLAG_DELEGATE == 0) {
            return signer == state.account ? TradeCode.OK : TradeCode.BAD_SIGNATURE;
        }
        Delegate storage entry = delegateEntries[signer];
        if (entry.account == address(0) || entry.account != state.account) return TradeCode.DELEGATE_UNKNOWN;
        bool isOver = hasCome(entry.revokedAt) || entry.validUntil <= block.timestamp;
        if (isOver) return TradeCode.DELEGATE_REVOKED;
        return TradeCode.OK;
    }

    /// Remembers the slots too: trades of the batch need them again.
    function _checkAlive(
        OrderState memory state,
        uint256 expiry,
        uint256 nonce
    ) private view returns (uint8) {
        if (expiry <= block.timestamp) return TradeCode.EXPIRED;
        state.fillSlot = _fillSlot(_fillKey(state.account, state.orderHash));
        if (_load(state.fillSlot).isEffective()) return TradeCode.CANCELLED;
        bytes32 ofAccount = _balancesSlot(state.account);
        state.sellSlot = _balanceSlot(ofAccount, state.sellToken);
        state.buySlot = _balanceSlot(ofAccount, state.buyToken);
        if (nonce < _load(state.sellSlot).minNonce()) return TradeCode.CANCELLED;
        if (state.sellToken == state.buyToken) return TradeCode.TOKEN_MISMATCH;
        if (state.sellAmount == 0 || state.buyAmount == 0) return TradeCode.ZERO_AMOUNT;
        return TradeCode.OK;
    }
}
