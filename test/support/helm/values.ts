/** Values by which the chart is rendered in tests: least, all, and what leaves parts out. */
import type { JsonObject } from '../../../src/lib/json.ts';

const least: JsonObject = { existingSecret: 'trunkline-secrets' };

export const HELM_VALUES: Readonly<Record<string, JsonObject>> = {
  least,
  secrets: {
    secrets: {
      databaseUrl: 'postgres://me:secret@db.example:5432/trunkline',
      masterKey: 'bound:x',
      operatorToken: 'y',
      further: { SMSC_1_PASSWORD: 'a: "b"' },
    },
  },
  all: {
    ...least,
    image: { repository: 'registry.example/trunkline', digest: `sha256:${'0'.repeat(64)}` },
    imagePullSecrets: [{ name: 'registry' }],
    replicas: 3,
    settings: {
      http: { trusted_proxies: ['10.0.0.0/8'] },
      carriers: [{ name: 'smsc-1', kind: 'smpp', host: 'smsc.example', system_id: 'me', password: `\${SMSC_1}` }],
      opt_out: { texts: { help: 'Ask us:\n"yes" or no' } },
    },
    service: { type: 'LoadBalancer', annotations: { 'a.example/b': 'true' } },
    ingress: {
      enabled: true,
      className: 'nginx',
      host: 'sms.example',
      tlsSecret: 'certificate',
      annotations: { 'cert-manager.io/cluster-issuer': 'ours' },
    },
    networkPolicy: { extraIngress: [{ ports: [{ port: 5060, protocol: 'UDP' }] }] },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    autoscaling: { enabled: true },
    podAnnotations: { 'a.example/c': '1' },
    podLabels: { team: 'messages' },
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'a', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
    env: { NODE_EXTRA_CA_CERTS: '/etc/ssl/ours.pem' },
    extraEnv: [{ name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'db-app', key: 'uri' } } }],
  },
  nothing: {
    ...least,
    existingSettingsSecret: 'settings-of-ours',
    networkPolicy: { operatorsFrom: [] },
    operatorsService: { enabled: false },
    disruptionBudget: { enabled: false },
  },
  bare: { ...least, networkPolicy: { enabled: false }, serviceMonitor: { enabled: true }, resources: {} },
};
