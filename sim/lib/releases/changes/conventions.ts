import type { Changes } from './change.ts'

export const conventions = {
  'conventions#later-imported': {
    release: '17.0',
    before: 'Merge requests, issues, notes, snippets and events have no `imported`',
    after: '`imported` and `imported_from` tell whether an import made it, and from what',
    doubtful: true,
  },
  'conventions#later-moved-projects': {
    release: '16.7',
    before: 'The path that a project had before answers 404',
    after: 'It answers 301 to GET, with the address by id, and 405 otherwise',
    general: true,
    manner: 'project-path',
  },
  'conventions#later-json-errors': {
    release: '18.5',
    before: 'A body that is no JSON answers 400 without saying why',
    after: 'It answers 400 `{"error":"Invalid JSON format"}`, and one that is too deep or too large says so',
    general: true,
    manner: 'json-body',
  },
  'conventions#later-device-grant': {
    release: '17.3',
    before: '`POST /oauth/token` knows no grant of devices',
    after:
      '`POST /oauth/authorize_device` gives a device a code, with which it gets a token once a user lets it in',
    manner: 'oauth',
  },
  'conventions#later-oauth-throttled': {
    release: '16.5',
    before: 'Requests below `/oauth/` count with none of the throttles of the API',
    after: 'They count with those of the API',
    doubtful: true,
    general: true,
    manner: 'oauth',
  },
  'conventions#later-token-info-anywhere': {
    release: '17.0',
    before: '`GET /oauth/token/info` is not meant for pages of other origins',
    after: 'Pages of any origin may read it, by GET and HEAD',
    general: true,
    manner: 'oauth',
  },
  'conventions#later-registration': {
    release: '18.6',
    before: 'An administrator registers applications',
    after: 'Applications register themselves with `POST /oauth/register`, for the scope `mcp`',
    general: true,
    manner: 'oauth',
  },
  'conventions#later-cursor-headers': {
    release: '18.7',
    before: 'Lists by cursor tell the next page in `Link` alone',
    after: '`X-Next-Cursor` and `X-Prev-Cursor` tell the cursors of the pages around',
    general: true,
    manner: 'keyset-pagination',
  },
  'conventions#later-path-traversal': {
    release: '18.2',
    before: 'A path or query with a segment `..` reaches its operation',
    after: 'It answers 400 `Potential path traversal attempt detected`',
    doubtful: true,
    general: true,
    manner: 'dot-segments',
  },
  'conventions#later-maintenance': {
    release: '18.3',
    before: 'In maintenance mode writes answer 403',
    after: 'They answer 503 with `Retry-After: 900` and the message that the settings give',
    general: true,
    manner: 'writing',
  },
  'conventions#later-exposed-etag': {
    release: '17.4',
    before: 'Pages of other origins cannot read `ETag`',
    after: 'They can: it is among the exposed headers',
    general: true,
    manner: 'cross-origin',
  },
  'conventions#later-rate-limit-headers': {
    release: '18.6',
    before: '`RateLimit-*` headers come with 429 alone',
    after:
      '`RateLimit-Name`, `-Limit`, `-Observed`, `-Remaining` and `-Reset` come with every answer that a throttle counted',
    general: true,
    manner: 'throttled',
  },
  'conventions#later-offset-of-users': {
    release: '17.0',
    before: 'Lists of users have no end to their offsets',
    after: 'They end at 50,000: 405',
    manner: 'offset-pagination',
  },
  'conventions#later-offset-of-projects': {
    release: '16.4',
    before: 'Lists of projects end at an offset of 50,000: 405',
    after: 'They have no end',
    doubtful: true,
    manner: 'offset-pagination',
  },
  'conventions#later-refused-jobs': {
    release: '17.4',
    before: 'A job token does not find a private project that does not let it in: 404',
    after:
      'It is refused: 403 `403 Forbidden - Authentication by CI/CD job token not allowed from NAME to project #ID.`',
    general: true,
    manner: 'job-token',
  },
  'conventions#later-retry-after': {
    release: '18.5',
    before:
      'The service does not say how long to wait for the limit of an operation, and this double says it in `Retry-After`',
    after: '`Retry-After` is the whole period of the limit in seconds: 60',
    general: true,
    manner: 'throttled',
  },
} as const satisfies Changes<'conventions'>
