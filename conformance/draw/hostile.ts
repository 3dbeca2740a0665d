/** Something that nobody sends by accident. */
export interface Hostile {
  readonly what: string
  /** Replaces the last parameter of the path, as it stands in the URL. */
  readonly segment?: string
  /** Added to the query as it stands. */
  readonly query?: string
  readonly body?: string
  readonly contentType?: string
  readonly headers?: { readonly [name: string]: string }
  readonly method?: string
  /** It could harm those who come after, so somebody is asked whether it did. */
  readonly lasting?: true
  /** It is refused or put right before anybody knows which operation is called, so that some operations stand for all. */
  readonly early?: true
}

const deep = 5000
const nested = `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`
const long = 'x'.repeat(10_000)

/** Input meant to break a server, to confuse a parser or to reach what is not the caller's. */
export const hostiles: readonly Hostile[] = [
  { what: 'NUL in the path', segment: 'a%00b' },
  { what: 'a broken percent escape in the path', segment: 'a%zzb' },
  { what: 'a percent sign at the end of the path', segment: '1%' },
  { what: 'invalid UTF-8 in the path', segment: '%ff%fe' },
  { what: 'dots in the path', segment: '%2e%2e%2f%2e%2e%2fetc%2fpasswd' },
  { what: 'a prototype key as path parameter', lasting: true, segment: '__proto__' },
  { what: 'another prototype key as path parameter', lasting: true, segment: 'constructor' },
  { what: 'a giant number in the path', segment: '9'.repeat(400) },
  { what: 'a negative number in the path', segment: '-1' },
  { what: 'a number with an exponent in the path', segment: '1e3' },
  { what: 'a very long segment', segment: long },
  { what: 'SQL in the path', segment: "1'%20OR%20'1'='1" },
  { what: 'NUL in the query', query: 'search=a%00b' },
  { what: 'a broken percent escape in the query', early: true, query: 'search=%zz&page=%' },
  { what: 'invalid UTF-8 in the query', query: 'search=%ff' },
  {
    what: 'prototype keys in the query',
    lasting: true,
    query: '__proto__[admin]=1&constructor[prototype][admin]=1',
  },
  { what: 'conflicting nesting in the query', early: true, query: 'search=1&search[a]=2' },
  { what: 'deep nesting in the query', early: true, lasting: true, query: `not${'[a]'.repeat(500)}=1` },
  {
    what: 'many parameters',
    early: true,
    query: Array.from({ length: 300 }, (_, index) => `a${index}=1`).join('&'),
  },
  { what: 'a giant array index', early: true, lasting: true, query: 'iids[999999999]=1' },
  { what: 'a giant page', query: `page=${'9'.repeat(30)}&per_page=${'9'.repeat(30)}` },
  {
    what: 'a pattern that takes a backtracking engine ages',
    lasting: true,
    query: `search=${encodeURIComponent(`${'a'.repeat(60)}!(a+)+$`)}`,
  },
  { what: 'separators only', early: true, query: '&&&===&[]&[a]=1&=1' },
  { what: 'a lone bracket', early: true, query: 'iids[=1&not]=2' },
  { what: 'deep nesting in the body', early: true, lasting: true, body: nested },
  {
    what: 'prototype keys in the body',
    lasting: true,
    body: '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"title":"x"}',
  },
  {
    what: 'a number beyond every range in the body',
    body: '{"title":1e400,"id":1e308,"milestone_id":99999999999999999999999999}',
  },
  { what: 'cut JSON', early: true, body: '{"title":' },
  { what: 'JSON that is no object', body: '[1,2,3]' },
  { what: 'a lone surrogate in the body', body: '{"title":"\\ud800"}' },
  { what: 'NUL in the body', body: '{"title":"a\\u0000b"}' },
  {
    what: 'a body that is no JSON',
    early: true,
    body: 'title=x&a=%zz',
    contentType: 'application/x-www-form-urlencoded',
  },
  {
    what: 'a multipart body without a boundary',
    early: true,
    body: '--x\r\n\r\n--x--',
    contentType: 'multipart/form-data',
  },
  {
    what: 'a cut multipart body',
    early: true,
    lasting: true,
    body: '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nabc',
    contentType: 'multipart/form-data; boundary=x',
  },
  { what: 'an unknown content type', early: true, body: '<title/>', contentType: 'text/xml' },
  { what: 'a very long header', early: true, headers: { 'if-none-match': long.slice(0, 6000) } },
  { what: 'a date that is none', early: true, headers: { 'if-unmodified-since': 'yesterday' } },
  { what: 'a sudo value with quotes', lasting: true, headers: { sudo: `x'"--` } },
]

/** The URL of a call with the hostile part put in. */
export function hostileUrl(path: string, { segment, query }: Hostile): string {
  const replaced = segment === undefined ? path : path.replace(/[^/]*$/, () => segment)
  return query === undefined ? replaced : `${replaced}${replaced.includes('?') ? '&' : '?'}${query}`
}

/** Texts that must come back as they were sent, wherever a text may be stored. */
export const awkwardTexts: readonly string[] = [
  '<script>alert(1)</script> & "quotes" \'too\'',
  'Ünïcödé 数据 🦊',
  '%_\\ % _',
  '__proto__',
  "'; DROP TABLE milestones; --",
  '\u0024{7*7} {{7*7}} #{7*7}',
  '\u202eright to left\u202c',
]
