/** What a setting of the installation closes: with it off, each of these answers 404 (bulk-imports#gate). */
export const bulkImportSwitch = {
  setting: 'bulk_import_enabled',
  /** Without an administrator's credential this tells whether it is on. */
  shows: 'GET /bulk_imports',
  closes: /\/(?:bulk_imports|export_relations)(?:\/|$)/,
} as const
