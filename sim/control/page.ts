import { sha256Base64 } from '../lib/hash.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import type { Controlled } from './controlled.ts'
import { json } from './replies.ts'

/** The files that the page loads, with their types. */
const files: { readonly [path: string]: string } = {
  '/inspector.js': 'text/javascript; charset=utf-8',
  '/inspector.css': 'text/css; charset=utf-8',
  '/report.css': 'text/css; charset=utf-8',
  '/report.js': 'text/javascript; charset=utf-8',
}

/**
 * Nothing of another host, no markup and no script out of a text, and no page around it. A frame without an origin, in
 * which reports are shown, has the same policy and cannot load their style and the script of their filters: both are
 * allowed by their hashes.
 */
const policy = (style = '', script = '') => [
  "default-src 'none'",
  `script-src 'self' 'sha256-${sha256Base64(script)}'`,
  `style-src 'self' 'sha256-${sha256Base64(style)}'`,
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types report',
]

const always = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' }

/** The inspector at `/_forgery/` and what it loads, by the path below `/_forgery`; undefined for a call. */
export function pageReply(
  controlled: Controlled,
  { method, headers: { accept = '' } }: Pick<PlainRequest, 'method' | 'headers'>,
  path: string,
): PlainReply | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const wanted = path === '/' ? !accept.startsWith('application/json') : accept.includes('text/html')
  if ((path === '' || path === '/') && wanted)
    return {
      status: 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy(
          controlled.pageFile('report.css'),
          controlled.pageFile('report.js'),
        ).join('; '),
        'Referrer-Policy': 'no-referrer',
        ...always,
      },
      body: page(path === '' ? '_forgery/' : ''),
    }
  const type = Object.hasOwn(files, path) ? files[path] : undefined
  if (type === undefined) return undefined
  const body = controlled.pageFile(path.slice(1))
  if (body === undefined)
    return json({ error: 'the page is part of the package, or of a checkout after npm run build' }, 404)
  return { status: 200, headers: { 'Content-Type': type, ...always }, body }
}

function page(base: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Forgery</title>
<link rel="stylesheet" href="${base}inspector.css">
<script type="module" src="${base}inspector.js"></script>
</head>
<body><noscript>The inspector needs JavaScript; the control API does not.</noscript></body>
</html>
`
}
