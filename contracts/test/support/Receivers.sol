// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Takes no ether, and all the gas.
contract GasGuzzler {
    receive() external payable {
        while (true) {}
    }
}

/// An account that tries a call on the exchange while it is being paid.
contract Reenterer {
    bytes public attempt;
    bool public reentered;
    bytes4 public refusal;

    function setAttempt(bytes calldata data) external {
        attempt = data;
    }

    function act(address exchange, bytes calldata data) external payable {
        (bool done, ) = exchange.call{value: msg.value}(data);
        require(done, "refused");
    }

    receive() external payable {
        bytes memory reason;
        (reentered, reason) = msg.sender.call(attempt);
        refusal = bytes4(reason);
    }
}
