// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {MischiefToken} from "./MischiefToken.sol";

/// A token whose functions give away what its owner may do to its holders.
contract TrapToken is MischiefToken {
    string public constant name = "Trap";
    string public constant symbol = "TRAP";
    uint8 public constant decimals = 18;
    uint256 public constant totalSupply = 1000 ether;
    mapping(address => bool) public isBlacklisted;

    function pause() external {
        mode = Mode.Revert;
    }

    function paused() external view returns (bool) {
        return mode == Mode.Revert;
    }

    function rebase(uint256, int256) external pure returns (uint256) {
        return totalSupply;
    }

    function granularity() external pure returns (uint256) {
        return 1;
    }
}
