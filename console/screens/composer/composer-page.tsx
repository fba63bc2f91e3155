/**
 * The composer: a form at the left; at the right the phone, what would happen, what did, and the request as code.
 */
import { useState } from 'react';
import { stringifySearch } from '../../app/search-text.ts';
import { classes } from '../../ui/classes.ts';
import { Copy } from '../../ui/copy.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './composer.module.css';
import { ComposerForm } from './composer-form.tsx';
import { EXAMPLES } from './examples.ts';
import type { Values } from './form-field.ts';
import { OPERATIONS } from './operations.ts';
import type { SentRequest } from './outcome.tsx';
import { type Problem, problemOf } from './problem.ts';
import { type Composed, fitsAddress, searchOf } from './request.ts';
import { Side } from './side.tsx';
import { useComposed } from './use-composed.ts';

/** What was said of these values: of others nothing is known. */
interface Refused {
  readonly values: Values;
  readonly problem: Problem | null;
}

/** Of those that were sent, the newest. */
const MOST_SENT = 5;

export function ComposerPage() {
  const [composed, change] = useComposed();
  const [sent, setSent] = useState<readonly SentRequest[]>([]);
  const { operation, values } = composed;
  const [refused, setRefused] = useState<Refused | null>(null);
  const problem = refused?.values === values ? refused.problem : null;
  return (
    <Page title="Composer" lead={operation.lead} actions={<LinkOf composed={composed} />}>
      <Operations current={operation.name} />
      <Examples />
      <div className={styles.columns}>
        <form className={styles.form} aria-label={operation.label} onSubmit={(event) => event.preventDefault()}>
          <ComposerForm
            key={operation.name}
            groups={operation.groups(values)}
            values={values}
            onChange={change}
            problem={problem}
          />
        </form>
        <Side
          key={operation.name}
          composed={composed}
          sent={sent}
          onRefused={(error) => setRefused({ values, problem: problemOf(error) })}
          onSent={(request) => setSent((before) => [request, ...before].slice(0, MOST_SENT))}
        />
      </div>
    </Page>
  );
}

/** It holds the form as it is, whether the address has followed or not. */
function LinkOf({ composed }: { readonly composed: Composed }) {
  const query = stringifySearch(searchOf(composed));
  if (!fitsAddress(query)) return <p className={styles.caption}>This is too long for a link.</p>;
  return <Copy value={new URL(query, window.location.href).href} what="the link" isNamed />;
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
