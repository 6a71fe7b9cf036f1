// Runs in the reader's browser: buttons that copy examples, and contents that stay out of the way on small screens.

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const code = block.querySelector('code');
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      // Browsers give the clipboard to secure pages only; elsewhere the reader copies the selection.
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  block.append(button);
}

const contents = document.querySelector('.contents details');
if (contents && matchMedia('(max-width: 64rem)').matches) contents.open = false;
