import { listedPagesDomainEntity, pagesDomainEntity, pagesEntity } from '../../entities/pages.ts'
import type { PagesDomain, PagesSettings } from '../../model/deployments/pages.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { TAKEN } from '../../model/names.ts'
import type { Project } from '../../model/projects/project.ts'
import { nextId, type World } from '../../model/world.ts'
import { listed, walked } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, required, string } from '../../protocol/params.ts'
import { badRequest, notFound } from '../../protocol/refusal.ts'
import { valid } from '../../protocol/valid.ts'

const PAGES = '/projects/:id/pages'
const DOMAINS = '/projects/:id/pages/domains'
const HEX = '0123456789abcdef'

export const getPages = operation(
  {
    method: 'GET',
    path: PAGES,
    summary: 'How the static site of a project is served',
    subject: 'project',
    needs: 'read_pages',
    answers: { one: pagesEntity },
    beyond: true,
  },
  ({ world, project }) => settingsOf(world, project),
)

export const changePages = operation(
  {
    method: 'PATCH',
    path: PAGES,
    summary: 'Change how the static site of a project is served',
    subject: 'project',
    needs: 'admin_pages',
    params: {
      pages_unique_domain_enabled: boolean({ about: 'Under a domain of its own' }),
      pages_https_only: boolean({ about: 'Under HTTPS alone' }),
      pages_primary_domain: string({ about: 'One of its domains, to which others lead' }),
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

export const unpublishPages = operation(
  {
    method: 'DELETE',
    path: PAGES,
    summary: 'No longer serve the static site of a project',
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
    summary: 'List the domains of the static sites of all projects',
    auth: 'admin',
    answers: { many: listedPagesDomainEntity },
    beyond: true,
  },
  ({ world }) => walked(world.pagesDomains.all(), 'ascending'),
)

export const listPagesDomains = operation(
  {
    method: 'GET',
    path: DOMAINS,
    summary: 'List the domains of the static site of a project',
    subject: 'project',
    needs: 'read_pages',
    answers: { many: pagesDomainEntity },
    beyond: true,
  },
  ({ world, project }) => listed(world.pagesDomains.by('byProject', project.id).list()),
)

const domainName = { domain: required(string({ about: 'The domain' })) }
const secured = {
  certificate: string({ about: 'In PEM, with its intermediates' }),
  key: string({ about: 'Of the certificate, in PEM' }),
  auto_ssl_enabled: boolean({ about: 'A certificate is asked for on behalf of its owner' }),
}

export const getPagesDomain = operation(
  {
    method: 'GET',
    path: `${DOMAINS}/:domain`,
    summary: 'One domain of the static site of a project',
    subject: 'project',
    needs: 'read_pages',
    params: domainName,
    dotted: ['domain'],
    answers: { one: pagesDomainEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, project, params }) => named(world, project, params.domain),
)

export const addPagesDomain = operation(
  {
    method: 'POST',
    path: DOMAINS,
    summary: 'Serve the static site of a project under a domain',
    subject: 'project',
    needs: 'admin_pages',
    params: { ...domainName, ...secured },
    answers: { status: 201, one: pagesDomainEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, project, params, now, drawText }) => {
    const domain = (params.domain ?? '').toLowerCase()
    valid(() => refuse(world, domain, params))
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

export const changePagesDomain = operation(
  {
    method: 'PUT',
    path: `${DOMAINS}/:domain`,
    summary: 'Change the certificate of a domain',
    subject: 'project',
    needs: 'admin_pages',
    params: { ...domainName, ...secured },
    dotted: ['domain'],
    answers: { one: pagesDomainEntity },
    refuses: [400, 404],
    beyond: true,
  },
  ({ world, project, params }) => {
    const domain = named(world, project, params.domain)
    const { certificate, key, auto_ssl_enabled: autoSsl } = params
    const changed = {
      ...domain,
      ...(certificate !== undefined && { certificate: certificate || null }),
      ...(key !== undefined && { key: key || null }),
      ...(autoSsl != null && { autoSsl }),
    }
    valid(() => refusePair(changed))
    return world.pagesDomains.put(changed)
  },
)

export const removePagesDomain = operation(
  {
    method: 'DELETE',
    path: `${DOMAINS}/:domain`,
    summary: 'No longer serve the static site of a project under a domain',
    subject: 'project',
    needs: 'admin_pages',
    params: domainName,
    dotted: ['domain'],
    answers: { status: 204 },
    refuses: [404],
    beyond: true,
  },
  ({ world, project, params }) => {
    world.pagesDomains.delete(named(world, project, params.domain).id)
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

function named(world: World, project: Project, domain: string | null): PagesDomain {
  const found = world.pagesDomains.find('byProject', project.id, (domain ?? '').toLowerCase())
  if (found === undefined) throw notFound('PagesDomain')
  return found
}

interface Pair {
  readonly certificate?: string | null | undefined
  readonly key?: string | null | undefined
}

/** Throws InvalidRow. */
function refuse(world: World, domain: string, pair: Pair): void {
  if (!/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain) || domain.length > 253)
    throw new InvalidRow({ domain: ['is invalid'] })
  if (world.pagesDomains.find('byDomain', domain) !== undefined) throw new InvalidRow({ domain: [TAKEN] })
  refusePair(pair)
}

function refusePair({ certificate, key }: Pair): void {
  if (certificate && !key) throw new InvalidRow({ key: ["doesn't match the certificate"] })
  if (key && !certificate) throw new InvalidRow({ certificate: ['is required'] })
}
