export * from './epic-links-and-issues.ts'
export * from './epics.ts'
export * from './related-epics.ts'
