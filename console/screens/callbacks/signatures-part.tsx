/**
 * Both signatures of a callback side by side, where a browser can compute them.
 */
import styles from './callbacks.module.css';
import { SignatureCheck } from './signature-check.tsx';
import { hasCrypto, type Sent, STANDARD, TSA } from './signatures.ts';

export function SignaturesPart({ sent }: { readonly sent: Sent }) {
  if (!hasCrypto()) {
    return (
      <p>
        A browser computes nothing on a page that came over plain HTTP from another machine: open the console over
        HTTPS, or on localhost.
      </p>
    );
  }
  return (
    <div className={styles.pair}>
      <SignatureCheck scheme={TSA} sent={sent} />
      <SignatureCheck scheme={STANDARD} sent={sent} />
    </div>
  );
}
