// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {WithdrawalKind} from "./ExchangeCodes.sol";
import {Signatures} from "./Signatures.sol";

/// The quick way out: the account calls, with the consent of the operator that nothing else needs the money.
abstract contract Withdrawals is Signatures {
    function withdraw(
        address token,
        uint256 amount,
        address receiver,
        uint64 nonce,
        uint32 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        _requireBefore(deadline);
        _requireReceiver(receiver);
        _requireCoSigner(
            keccak256(
                abi.encode(
                    ARBITER_WITHDRAWAL_TYPEHASH,
                    msg.sender,
                    token,
                    amount,
                    receiver,
                    nonce,
                    deadline
                )
            ),
            v,
            r,
            s
        );
        _useNonce(msg.sender, nonce);
        _debitWithdrawal(msg.sender, token, amount, 0);
        emit Withdrawn(msg.sender, token, amount, 0, receiver, nonce, WithdrawalKind.CO_SIGNED);
        _payExactly(token, receiver, amount, gasleft());
    }
}
