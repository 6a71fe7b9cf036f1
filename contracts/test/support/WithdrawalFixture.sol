// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {WithdrawalIn} from "../../src/ExchangeTypes.sol";
import {ExchangeFixture} from "./ExchangeFixture.sol";
import {Vm, vm} from "./Vm.sol";

/// Builds, signs and submits withdrawals. By default Alice sends 10 A to Carol for a fee of 0.5.
abstract contract WithdrawalFixture is ExchangeFixture {
    bytes32 private constant FULL =
        keccak256(
            "Withdrawal(address account,address token,uint256 amount,uint256 maxFee,address receiver,uint64 nonce,uint32 deadline)"
        );
    bytes32 private constant SHORT = keccak256("Withdrawal(address token,uint256 amount,uint64 nonce)");

    function fullItem() internal view returns (WithdrawalIn memory item) {
        item.account = alice;
        item.token = address(tokenA);
        item.amount = 10 ether;
        item.maxFee = 1 ether;
        item.fee = 0.5 ether;
        item.receiver = carol;
        item.nonce = 5;
        item.deadline = uint32(START + 3600);
    }

    function signedFull(WithdrawalIn memory item, uint256 key) internal view returns (WithdrawalIn memory) {
        bytes32 structHash = keccak256(
            abi.encode(
                FULL,
                item.account,
                item.token,
                item.amount,
                item.maxFee,
                item.receiver,
                item.nonce,
                item.deadline
            )
        );
        item.scheme = 0;
        (item.r, item.vs) = compact(key, typedDigest(structHash));
        return item;
    }

    function signedShort(
        WithdrawalIn memory item,
        uint256 key,
        uint8 scheme
    ) internal view returns (WithdrawalIn memory) {
        bytes32 digest = typedDigest(keccak256(abi.encode(SHORT, item.token, item.amount, item.nonce)));
        if (scheme == 2) {
            bytes32 inner = keccak256(
                abi.encodePacked(item.token, item.amount, item.nonce, address(exchange))
            );
            digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", inner));
        }
        item.scheme = scheme;
        (item.r, item.vs) = compact(key, digest);
        return item;
    }

    function submit(WithdrawalIn memory item) internal {
        WithdrawalIn[] memory items = new WithdrawalIn[](1);
        items[0] = item;
        vm.prank(settler);
        exchange.withdrawForUsers(FOREVER, items);
    }

    /// The item fails with this reason, tells so, and leaves what is owed as it was (I7).
    function expectFailure(WithdrawalIn memory item, uint8 reason) internal {
        uint256 balance = exchange.getBalance(item.token, item.account);
        uint256 total = lens.totalLiabilities(item.token);
        bool used = lens.isNonceUsed(item.account, item.nonce);
        vm.recordLogs();
        submit(item);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory failure = failureIn(logs);
        eq32(failure.topics[1], toWord(item.account), "account");
        (uint64 nonce, uint8 actual) = abi.decode(failure.data, (uint64, uint8));
        eq(nonce, item.nonce, "nonce");
        eq(actual, reason, "reason");
        eq(exchange.getBalance(item.token, item.account), balance, "balance");
        eq(lens.totalLiabilities(item.token), total, "total");
        holds(lens.isNonceUsed(item.account, item.nonce) == used, "nonce as before");
    }

    /// The only WithdrawalFailed; forge also records what reverted calls have logged.
    function failureIn(Vm.Log[] memory logs) internal pure returns (Vm.Log memory failure) {
        uint256 count = 0;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics[0] != WithdrawalFailed.selector) continue;
            failure = logs[i];
            ++count;
        }
        eq(count, 1, "failures told");
    }
}
