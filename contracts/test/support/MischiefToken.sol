// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A token that misbehaves on demand.
contract MischiefToken {
    enum Mode {
        Honest,
        NoReturnValue,
        ReturnFalse,
        Revert,
        BurnGas,
        ReturnBomb,
        TakeFee,
        PayExtra,
        ChargeSender,
        PayLess,
        Reenter
    }

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    Mode public mode;
    bytes public reentry;
    bool public reentered;
    bytes4 public refusal;

    function setMode(Mode newMode) external {
        mode = newMode;
    }

    /// What to call on the exchange while it calls us.
    function setReentry(bytes calldata data) external {
        mode = Mode.Reenter;
        reentry = data;
        reentered = false;
        refusal = 0;
    }

    /// The token has an account of its own, so that what it calls has something to take.
    function act(address exchange, bytes calldata data) external {
        (bool done, ) = exchange.call(data);
        require(done, "refused");
    }

    function mint(address account, uint256 amount) external {
        balanceOf[account] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        return move(from, to, amount);
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        if (mode == Mode.Revert) revert("paused");
        if (mode == Mode.ReturnFalse) return false;
        if (mode == Mode.BurnGas) while (true) {}
        if (mode == Mode.ReturnBomb) {
            assembly {
                revert(0, 150000)
            }
        }
        balanceOf[from] -= mode == Mode.ChargeSender ? amount + 1 : mode == Mode.PayLess ? amount - 1 : amount;
        if (mode == Mode.TakeFee || mode == Mode.PayLess) balanceOf[to] += amount - 1;
        else if (mode == Mode.PayExtra) balanceOf[to] += amount + 1;
        else balanceOf[to] += amount;
        if (mode == Mode.Reenter) {
            bytes memory reason;
            (reentered, reason) = msg.sender.call(reentry);
            refusal = bytes4(reason);
        }
        if (mode == Mode.NoReturnValue) {
            assembly {
                return(0, 0)
            }
        }
        return true;
    }
}
