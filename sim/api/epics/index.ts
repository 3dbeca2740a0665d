export * from './epic-links-and-issues.ts'
export * from './epics.ts'
