import { listedPagesDomainEntity, pagesDomainEntity, pagesEntity } from '../../entities/pages.ts'
import { fits, readCertificate, readPrivateKey } from '../../lib/certificates/x509.ts'
import type { PagesDomain, PagesSettings } from '../../model/deployments/pages.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { TAKEN } from '../../model/names.ts'
import type { Project } from '../../model/projects/project.ts'
import { nextId, type World } from '../../model/world.ts'
import { indexListing, listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, required, string } from '../../protocol/params.ts'
import { badRequest, notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

const PAGES = '/projects/:id/pages'
const DOMAINS = '/projects/:id/pages/domains'
const HEX = '0123456789abcdef'

export const getPagesSettings = operation(
  {
    method: 'GET',
    path: PAGES,
    summary: 'Get the Pages settings of a project',
    subject: 'project',
    needs: 'read_pages',
    answers: { one: pagesEntity },
    beyond: true,
  },
  ({ world, project }) => settingsOf(world, project),
)

export const updatePagesSettings = operation(
  {
    method: 'PATCH',
    path: PAGES,
    summary: 'Update the Pages settings of a project',
    subject: 'project',
    needs: 'admin_pages',
    params: {
      pages_unique_domain_enabled: boolean({ about: 'Serves the site under a unique domain' }),
      pages_https_only: boolean({ about: 'Serves the site over HTTPS only' }),
      pages_primary_domain: string({
        about: 'Primary domain, one of those of the project; the others redirect to it',
      }),
    },
    answers: { one: pagesEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, project, params }) => {
    const { pages_unique_domain_enabled: uniqueDomain, pages_https_only: httpsOnly } = params
    const primary = params.pages_primary_domain
    if (
      primary &&
      !world.pagesDomains
        .by('byProject', project.id)
        .list()
        .some(({ domain }) => domain === primary)
    )
      throw badRequest('The `pages_primary_domain` attribute is missing from the domain list')
    return world.pagesSettings.put({
      ...settingsOf(world, project),
      ...(uniqueDomain != null && { uniqueDomain }),
      ...(httpsOnly != null && { httpsOnly }),
      ...(primary !== undefined && { primaryDomain: primary || null }),
    })
  },
)

export const deletePagesSite = operation(
  {
    method: 'DELETE',
    path: PAGES,
    summary: 'Delete the Pages site of a project',
    auth: 'admin',
    subject: 'project',
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, project }) => {
    world.pagesSettings.delete(project.id)
  },
)

export const listAllPagesDomains = operation(
  {
    method: 'GET',
    path: '/pages/domains',
    summary: 'List all Pages domains of the instance',
    auth: 'admin',
    answers: { many: listedPagesDomainEntity, unordered: true },
    beyond: true,
  },
  ({ world }) => indexListing(world.pagesDomains.all(), 'ascending'),
)

export const listPagesDomains = operation(
  {
    method: 'GET',
    path: DOMAINS,
    summary: 'List the Pages domains of a project',
    subject: 'project',
    needs: 'read_pages',
    answers: { many: pagesDomainEntity, unordered: true },
    beyond: true,
  },
  ({ world, project }) => listingOf(world.pagesDomains.by('byProject', project.id).list()),
)

const domainName = { domain: required(string({ about: 'Domain name' })) }
const secured = {
  certificate: string({ about: 'Certificate in PEM format, with its intermediates' }),
  key: string({ about: 'Private key of the certificate in PEM format' }),
  auto_ssl_enabled: boolean({ about: 'Whether the certificate is obtained automatically' }),
}

export const getPagesDomain = operation(
  {
    method: 'GET',
    path: `${DOMAINS}/:domain`,
    summary: 'Get a Pages domain of a project',
    subject: 'project',
    needs: 'read_pages',
    params: domainName,
    dotted: ['domain'],
    answers: { one: pagesDomainEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, project, params }) => findDomain(world, project, params.domain),
)

export const createPagesDomain = operation(
  {
    method: 'POST',
    path: DOMAINS,
    summary: 'Create a Pages domain in a project',
    subject: 'project',
    needs: 'admin_pages',
    params: { ...domainName, ...secured },
    answers: { status: 201, one: pagesDomainEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, project, params, now, drawText }) => {
    const domain = (params.domain ?? '').toLowerCase()
    refuseInvalidRow(() => refuseInvalid(world, domain, params))
    return world.pagesDomains.insert({
      id: nextId(world, 'pagesDomains'),
      projectId: project.id,
      domain,
      verificationCode: drawText(HEX, 32),
      autoSsl: params.auto_ssl_enabled ?? false,
      certificate: params.certificate || null,
      key: params.key || null,
      createdAt: now,
    })
  },
)

export const updatePagesDomain = operation(
  {
    method: 'PUT',
    path: `${DOMAINS}/:domain`,
    summary: 'Update a Pages domain of a project',
    subject: 'project',
    needs: 'admin_pages',
    params: { ...domainName, ...secured },
    dotted: ['domain'],
    answers: { one: pagesDomainEntity },
    refuses: [400, 404],
    beyond: true,
  },
  ({ world, project, params }) => {
    const domain = findDomain(world, project, params.domain)
    const { certificate, key, auto_ssl_enabled: autoSsl } = params
    const changed = {
      ...domain,
      ...(certificate !== undefined && { certificate: certificate || null }),
      ...(key !== undefined && { key: key || null }),
      ...(autoSsl != null && { autoSsl }),
    }
    refuseInvalidRow(() => refuseWrongPair(changed))
    return world.pagesDomains.put(changed)
  },
)

export const deletePagesDomain = operation(
  {
    method: 'DELETE',
    path: `${DOMAINS}/:domain`,
    summary: 'Delete a Pages domain of a project',
    subject: 'project',
    needs: 'admin_pages',
    params: domainName,
    dotted: ['domain'],
    answers: { status: 204 },
    refuses: [404],
    beyond: true,
  },
  ({ world, project, params }) => {
    world.pagesDomains.delete(findDomain(world, project, params.domain).id)
  },
)

function settingsOf(world: World, { id }: Project): PagesSettings {
  return (
    world.pagesSettings.get(id) ?? {
      id,
      projectId: id,
      uniqueDomain: true,
      httpsOnly: true,
      primaryDomain: null,
    }
  )
}

function findDomain(world: World, project: Project, domain: string | null): PagesDomain {
  const found = world.pagesDomains.find('byProject', project.id, (domain ?? '').toLowerCase())
  if (found === undefined) throw notFound('PagesDomain')
  return found
}

interface CertificateAndKey {
  readonly certificate?: string | null | undefined
  readonly key?: string | null | undefined
}

/** Throws InvalidRow. */
function refuseInvalid(world: World, domain: string, given: CertificateAndKey): void {
  if (!/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain) || domain.length > 253)
    throw new InvalidRow({ domain: ['is invalid'] })
  if (world.pagesDomains.find('byDomain', domain) !== undefined) throw new InvalidRow({ domain: [TAKEN] })
  refuseWrongPair(given)
}

function refuseWrongPair({ certificate, key }: CertificateAndKey): void {
  if (!certificate && !key) return
  const [read, secret] = [readCertificate(certificate ?? ''), readPrivateKey(key ?? '')]
  const matches = read !== undefined && secret !== undefined && fits(read, secret)
  const wrongKey = [
    ...(key && secret === undefined ? ['must be a valid PEM private key'] : []),
    ...(matches ? [] : ["doesn't match the certificate"]),
  ]
  const errors = {
    ...(certificate && read === undefined && { certificate: ['must be a valid PEM certificate'] }),
    ...(wrongKey.length > 0 && { key: wrongKey }),
  }
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}
