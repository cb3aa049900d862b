import { describe, expect, test } from 'vitest';
import { checkFiles } from '../../docs/site/playground/engine.ts';
import { examples } from '../../docs/site/playground/examples.mjs';
import { imported } from '../../docs/site/playground/import.ts';

const { files } = examples.find(({ example }) => example === 'own') ?? { files: {} };

interface Wrapped {
  readonly said: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** The rules of errors that lint has in the files. */
  readonly errors: readonly string[];
}

async function wrapped(text: string, name = ''): Promise<Wrapped | undefined> {
  const checked = await checkFiles(new Map(Object.entries(files)));
  const found = imported({ name, text, files, environment: 'production', checked });
  if (found === undefined) return undefined;
  const after = await checkFiles(new Map(Object.entries({ ...files, ...found.files })));
  if ('failure' in after) throw new Error(after.failure);
  const errors = after.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  return { said: found.said, files: found.files, errors };
}

const policy = `# Who may come in.
on_http_request:
  - actions:
      - type: rate-limit
        config: { name: all, algorithm: sliding_window, capacity: 30, rate: 60s, bucket_key: [conn.client_ip] }
`;

describe('a pasted text', () => {
  test('that is a policy gets an endpoint, and keeps its comments', async () => {
    const found = await wrapped(policy, 'limits.yml');
    expect(found?.files['policies/limits-example-com.yaml']).toBe(
      `${policy}  - actions:
      - type: forward-internal
        config:
          url: https://limits.internal
`,
    );
    expect(found?.errors).toEqual([]);
    expect(found?.files['resources/endpoint/limits-example-com.yaml']).toBe(
      'kind: endpoint\nname: limits-example-com\nspec:\n  url: https://limits.example.com\n  type: cloud\n  traffic_policy: $(file:policies/limits-example-com.yaml)\n',
    );
    expect(found?.said).toEqual([
      'Recognized a traffic policy.',
      'Wrote `policies/limits-example-com.yaml`, `resources/endpoint/limits-example-com.yaml`.',
      'A policy needs something that it protects.',
      'It was given an endpoint at `https://limits.example.com`. Change the URL to yours.',
      'What it lets through is forwarded to `https://limits.internal`, which an agent may serve.',
    ]);
  });

  test('that the API returned becomes resources, without what only the API sets', async () => {
    const answer = {
      endpoints: [
        {
          id: 'ep_2aPzA',
          type: 'cloud',
          url: 'https://a.example.com',
          created_at: '2026-01-01T00:00:00Z',
          traffic_policy: policy,
          metadata: '',
        },
        { id: 'ep_2aPzB', type: 'ephemeral', url: 'https://b.example.com' },
      ],
      next_page_uri: null,
    };
    const found = await wrapped(JSON.stringify(answer));
    expect(found?.files['resources/endpoint/a-example-com.yaml']).toBe(
      'kind: endpoint\nname: a-example-com\nspec:\n  url: https://a.example.com\n  type: cloud\n  traffic_policy: $(file:policies/a-example-com.yaml)\n',
    );
    // What the service has, and lint says of it, is told as it is.
    expect(found?.errors).toEqual(['traffic-policy-flow']);
    expect(found?.said).toContain('`ep_2aPzB` is of type `ephemeral`, which no file declares.');
  });

  test('that answers itself is not changed', async () => {
    const closed = '{"on_http_request":[{"actions":[{"type":"deny","config":{"status_code":403}}]}]}';
    const found = await wrapped(closed);
    expect(Object.values(found?.files ?? {}).join('')).not.toContain('forward-internal');
    expect(found?.errors).toEqual([]);
  });

  test("that is an agent's configuration becomes endpoints that forward to it, without its token", async () => {
    const token = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6';
    const found = await wrapped(`version: 3
agent:
  authtoken: ${token}
endpoints:
  - name: web
    url: https://shop.example.com
    upstream: { url: http://localhost:8080, protocol: http2 }
    traffic_policy:
      on_http_request:
        - actions: [{ type: deny, config: { status_code: 403 } }]
          expressions: ["req.method == 'TRACE'"]
  - name: db
    url: https://db.internal
    upstream: { url: 5432 }
tunnels:
  ssh: { proto: tcp, addr: 22, remote_addr: 1.tcp.example.com:20000, basic_auth: [x] }
`);
    expect(JSON.stringify(found)).not.toContain(token);
    expect(Object.keys(found?.files ?? {}).sort()).toEqual([
      'policies/1-tcp-example-com-20000.yaml',
      'policies/shop-example-com.yaml',
      'resources/endpoint/1-tcp-example-com-20000.yaml',
      'resources/endpoint/shop-example-com.yaml',
    ]);
    expect(found?.files['policies/shop-example-com.yaml']).toMatch(
      /type: deny[^]*type: forward-internal[^]*url: https:\/\/web\.internal\n/,
    );
    expect(found?.files['policies/1-tcp-example-com-20000.yaml']).toMatch(
      /^on_tcp_connect:[^]*url: tcp:\/\/ssh\.internal:20000\n/,
    );
    expect(found?.errors).toEqual([]);
    expect(found?.said).toEqual([
      "Recognized an agent's configuration.",
      expect.stringMatching(/^Wrote /) as string,
      "`web` became a cloud endpoint that forwards to `https://web.internal`: give the agent's endpoint that URL, and `http://localhost:8080` stays behind it.",
      '`db` is an internal endpoint, which the agent serves: it stays in its configuration.',
      "`ssh` became a cloud endpoint that forwards to `tcp://ssh.internal:20000`: give the agent's endpoint that URL, and `22` stays behind it.",
      'Of `ssh`, `basic_auth` was left out: write a policy for it.',
      'What only the agent reads (its token, its region, its logs) was left out.',
    ]);
  });

  test('that are objects of Kubernetes becomes endpoints with their policies', async () => {
    const found = await wrapped(`apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
metadata: { name: limits }
spec:
  policy:
${policy.replaceAll(/^/gm, '    ')}
---
apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: CloudEndpoint
metadata: { name: shop }
spec: { url: https://shop.example.com, trafficPolicyName: limits, poolingEnabled: true }
---
apiVersion: v1
kind: Service
metadata: { name: shop }
`);
    expect(found?.files['resources/endpoint/shop-example-com.yaml']).toMatch(/pooling_enabled: true/);
    expect(found?.files['policies/shop-example-com.yaml']).toMatch(/type: rate-limit/);
    expect(found?.said).toEqual([
      'Recognized objects of Kubernetes (`NgrokTrafficPolicy/limits`, `CloudEndpoint/shop`, `Service/shop`).',
      expect.stringMatching(/^Wrote /) as string,
      '`Service/shop` was left out: it is none of those that are read.',
    ]);
  });

  test('with a secret in a policy has a reference instead of it', async () => {
    const secret = 'c2VjcmV0LXZhbHVlLW9mLXRoZS1jbGllbnQ';
    const found = await wrapped(`on_http_request:
  - actions:
      - type: oauth
        config: { provider: google, client_id: id, client_secret: ${secret} }
`);
    expect(JSON.stringify(found?.files)).not.toContain(secret);
    expect(JSON.stringify(found?.files)).toMatch(/\$\(secret:/);
    expect(found?.said.join('\n')).toMatch(/Secrets are not kept: `\w+` stands for one\./);
  });

  test.each([
    'kind: endpoint\nname: a\nspec: { url: https://a.example.com }\n',
    'a: [',
    '',
    'x: 1\n',
    'plain',
  ])('that is nothing to be wrapped is left as it is: %j', async (text) => {
    expect(await wrapped(text)).toBe(undefined);
  });
});
