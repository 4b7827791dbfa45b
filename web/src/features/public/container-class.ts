/** The content column of public pages. */
export const containerClass = 'mx-auto w-full max-w-[1120px] px-5 sm:px-8';
