/**
 * The composer: a form at the left; at the right the phone, what would happen, what did, and the request as code.
 */
import { useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { Copy } from '../../ui/copy.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './composer.module.css';
import { ComposerForm } from './composer-form.tsx';
import { EXAMPLES } from './examples.ts';
import { OPERATIONS } from './operations.ts';
import type { SentRequest } from './outcome.tsx';
import { Side } from './side.tsx';
import { useComposed } from './use-composed.ts';

/** Of those that were sent, the newest. */
const MOST_SENT = 5;

export function ComposerPage() {
  const [composed, change] = useComposed();
  const [sent, setSent] = useState<readonly SentRequest[]>([]);
  const { operation, values } = composed;
  return (
    <Page
      title="Composer"
      lead={operation.lead}
      actions={<Copy value={window.location.href} what="the link" isNamed />}
    >
      <Operations current={operation.name} />
      <Examples />
      <div className={styles.columns}>
        <form className={styles.form} aria-label={operation.label} onSubmit={(event) => event.preventDefault()}>
          <ComposerForm key={operation.name} groups={operation.groups(values)} values={values} onChange={change} />
        </form>
        <Side
          key={operation.name}
          composed={composed}
          sent={sent}
          onSent={(request) => setSent((before) => [request, ...before].slice(0, MOST_SENT))}
        />
      </div>
    </Page>
  );
}

function Operations({ current }: { readonly current: string }) {
  return (
    <nav className={styles.operations} aria-label="What is sent">
      {OPERATIONS.map(({ name, label }) => (
        <Link
          key={name}
          to="/composer"
          search={{ operation: name }}
          className={classes(styles.operation, name === current && styles.current)}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Examples() {
  return (
    <details className={styles.examples}>
      <summary>Examples</summary>
      <ul>
        {EXAMPLES.map(({ label, words, operation, values }) => (
          <li key={label}>
            <Link to="/composer" search={{ operation, ...values }}>
              {label}
            </Link>{' '}
            {words}
          </li>
        ))}
      </ul>
    </details>
  );
}
