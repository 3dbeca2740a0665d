import { type Certificate, certificateText, readCertificate } from '../lib/certificates/x509.ts'
import { toJson } from '../lib/json.ts'
import type { PagesDomain, PagesSettings } from '../model/deployments/pages.ts'
import { type Instant, isoTime } from '../time/calendar.ts'
import {
  constant,
  entity,
  type Field,
  type Fields,
  flag,
  integer,
  nullable,
  text,
  timestamp,
  url,
  when,
} from './entity.ts'

/** How the static site of a project is served. There is no deployment of one here. */
export const pagesEntity = entity<PagesSettings>('Pages', {
  url: url(({ projectId }, { world, url: link }) =>
    link(`-/pages/${world.projects.require(projectId).fullPath}`),
  ),
  is_unique_domain_enabled: flag(({ uniqueDomain }) => uniqueDomain),
  force_https: flag(({ httpsOnly }) => httpsOnly),
  deployments: constant([]),
  primary_domain: nullable(text(({ primaryDomain }) => primaryDomain as string)),
})

const shared: Fields<PagesDomain> = {
  domain: text(({ domain }) => domain),
  url: text(({ domain, certificate }) => `${certificate === null ? 'http' : 'https'}://${domain}`),
  verified: constant(false),
  verification_code: text(({ verificationCode }) => verificationCode),
  enabled_until: nullable(timestamp(({ createdAt }) => createdAt + WEEK)),
  auto_ssl_enabled: flag(({ autoSsl }) => autoSsl),
}

/** A domain is served for so long before somebody has shown that it is theirs. */
const WEEK = 7 * 86_400_000

export const pagesDomainEntity = entity<PagesDomain>('PagesDomain', {
  ...shared,
  certificate: when(({ certificate }) => certificate !== null, {
    schema: {
      type: 'object',
      properties: {
        subject: { type: ['string', 'null'] },
        expired: { type: 'boolean' },
        certificate: { type: 'string' },
        certificate_text: { type: ['string', 'null'] },
      },
    },
    write: ({ certificate: pem }, { now }) => {
      const certificate = readCertificate(pem ?? '')
      return toJson({
        subject: certificate?.subject ?? null,
        expired: certificate !== undefined && isExpired(certificate, now),
        certificate: pem,
        certificate_text: certificate === undefined ? null : certificateText(certificate),
      })
    },
  }),
})

function isExpired({ notBefore, notAfter }: Certificate, now: Instant): boolean {
  const at = isoTime(now)
  return at < notBefore || at > notAfter
}

/** A domain among those of all projects. */
export const listedPagesDomainEntity = entity<PagesDomain>('ListedPagesDomain', {
  domain: shared.domain as Field<PagesDomain>,
  url: shared.url as Field<PagesDomain>,
  project_id: integer(({ projectId }) => projectId),
  verified: constant(false),
  verification_code: text(({ verificationCode }) => verificationCode),
  enabled_until: nullable(timestamp(({ createdAt }) => createdAt + WEEK)),
  auto_ssl_enabled: flag(({ autoSsl }) => autoSsl),
  certificate_expiration: when(({ certificate }) => certificate !== null, {
    schema: {
      type: 'object',
      properties: { expired: { type: 'boolean' }, expiration: { type: ['string', 'null'] } },
    },
    write: ({ certificate: pem }, { now }) => {
      const certificate = readCertificate(pem ?? '')
      const expired = certificate !== undefined && isExpired(certificate, now)
      return toJson({ expired, expiration: certificate?.notAfter ?? null })
    },
  }),
})
