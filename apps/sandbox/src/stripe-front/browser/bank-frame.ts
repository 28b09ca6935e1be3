/** The bank's page inside the script's dialog: reports to the parent page how the confirmation ended. */
import { acceptChannel } from './channel.ts';

const { parents = '', outcome } = document.documentElement.dataset;

/** Escape refuses, whether it was pressed here or in the parent page. */
function refuse(): void {
  if (outcome === undefined) document.getElementById('fail')?.click();
}

document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') refuse();
});

acceptChannel(parents.split(' '), { refuse })
  .then((channel) => {
    if (outcome !== undefined) channel.send('done', outcome);
    document.querySelector('button')?.focus();
  })
  .catch(() => undefined);
