/**
 * Shown to who has to set up a second factor before anything else.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Door } from './door.tsx';
import { FactorSetup, RecoveryCodes } from './factor-setup.tsx';
import { SESSION_KEY } from './query-client.ts';
import type { Who } from './who.ts';

export function SecondFactor({ who }: { readonly who: Who }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) {
    return (
      <Door title="Keep your recovery codes">
        <RecoveryCodes codes={codes} onKept={() => void client.invalidateQueries({ queryKey: SESSION_KEY })} />
      </Door>
    );
  }
  return (
    <Door title="Set up a second factor">
      <p>{who.name}, this gateway asks for one before anything else.</p>
      <FactorSetup onCodes={setCodes} />
    </Door>
  );
}
