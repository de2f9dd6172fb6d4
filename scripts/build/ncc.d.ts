/** The part of ncc that the build uses; the package has no types. */
declare module '@vercel/ncc' {
  /** A module of webpack: its file, and the modules that are concatenated in it. */
  export interface BundledModule {
    nameForCondition(): string | null;
    modules?: Iterable<BundledModule>;
  }
  export interface Bundle {
    stats: { compilation: { modules: Iterable<BundledModule> } };
  }
  export default function ncc(
    entry: string,
    options: { cache: boolean; quiet: boolean },
  ): Promise<Bundle>;
}
