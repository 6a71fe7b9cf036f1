// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Permit2} from "../../src/router/Permits.sol";

/// The part of Uniswap's Permit2 that the router calls, said again by its documentation (SignatureTransfer): the
/// spender that was signed for is the caller, a nonce counts once, at most the permitted amount moves.
contract SignatureTransfer {
    bytes32 private constant TOKEN = keccak256("TokenPermissions(address token,uint256 amount)");
    bytes32 private constant TRANSFER =
        keccak256(
            "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
        );
    mapping(address => mapping(uint256 => bool)) private used;

    function permitTransferFrom(
        Permit2.PermitTransferFrom calldata permit,
        Permit2.SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external {
        require(block.timestamp <= permit.deadline, "SignatureExpired");
        require(transferDetails.requestedAmount <= permit.permitted.amount, "InvalidAmount");
        require(!used[owner][permit.nonce], "InvalidNonce");
        used[owner][permit.nonce] = true;
        require(ECDSA.recover(digestOf(permit, msg.sender), signature) == owner, "InvalidSigner");
        IERC20(permit.permitted.token).transferFrom(owner, transferDetails.to, transferDetails.requestedAmount);
    }

    function digestOf(
        Permit2.PermitTransferFrom memory permit,
        address spender
    ) public view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Permit2"),
                block.chainid,
                address(this)
            )
        );
        bytes32 token = keccak256(abi.encode(TOKEN, permit.permitted.token, permit.permitted.amount));
        bytes32 structHash = keccak256(abi.encode(TRANSFER, token, spender, permit.nonce, permit.deadline));
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }
}
