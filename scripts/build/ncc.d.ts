/** The part of ncc that the build uses; the package has no types. */
declare module '@vercel/ncc' {
  import type { BundledModule } from './licences.mjs';

  export interface Bundle {
    stats: { compilation: { modules: Iterable<BundledModule> } };
  }
  export default function ncc(
    entry: string,
    options: { cache: boolean; quiet: boolean },
  ): Promise<Bundle>;
}
