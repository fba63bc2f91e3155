/**
 * Both signatures of a callback side by side, where a browser can compute them.
 */
import styles from './callbacks.module.css';
import { SecretSource } from './secret-source.tsx';
import { SignatureCheck } from './signature-check.tsx';
import { accountIn, hasCrypto, type Sent, STANDARD, TSA } from './signatures.ts';

export interface SignaturesPartProps {
  readonly sent: Sent;
  /** Whose callback it is; absent: whose its headers say. */
  readonly account?: string;
}

export function SignaturesPart({ sent, account }: SignaturesPartProps) {
  const of = account ?? accountIn(sent);
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
      <SignatureCheck
        scheme={STANDARD}
        sent={sent}
        source={of === null ? undefined : (fill) => <SecretSource account={of} fill={fill} />}
      />
    </div>
  );
}
