export * from './epics.ts'
export * from './issues-and-child-epics.ts'
export * from './related-epics.ts'
