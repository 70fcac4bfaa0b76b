/** MIME types by main type, each with its extensions where these differ from the subtype. */
const table =
  "image:jpeg=jpg jpeg jpe,gif,png,bmp,tiff=tiff tif,webp,x-icon=ico,heic,avif,heif,heic-sequence=heics,heif-sequence=heifs;" +
  "video:x-ms-asf=asf asx,x-ms-wmv=wmv,x-ms-wmx=wmx,x-ms-wm=wm,avi,divx,x-flv=flv,quicktime=mov qt,mpeg=mpeg mpg mpe," +
  "mp4=mp4 m4v,ogg=ogv,webm,x-matroska=mkv,3gpp=3gp 3gpp,3gpp2=3g2 3gp2;" +
  "text:plain=txt asc c cc h srt,csv,tab-separated-values=tsv,calendar=ics,richtext=rtx,css,html=htm html,vtt;" +
  "audio:mpeg=mp3 m4a m4b,aac,x-realaudio=ra ram,wav=wav x-wav,ogg=ogg oga,flac,midi=mid midi,x-ms-wma=wma,x-ms-wax=wax,x-matroska=mka;" +
  "application:ttaf+xml=dfxp,rtf,javascript=js,pdf,x-shockwave-flash=swf,java=class,x-tar=tar,zip,x-gzip=gz gzip,rar," +
  "x-7z-compressed=7z,x-msdownload=exe,octet-stream=psd xcf,msword=doc,vnd.ms-powerpoint=pot pps ppt,vnd.ms-write=wri," +
  "vnd.ms-excel=xla xls xlt xlw,vnd.ms-access=mdb,vnd.ms-project=mpp," +
  "vnd.openxmlformats-officedocument.wordprocessingml.document=docx,vnd.openxmlformats-officedocument.wordprocessingml.template=dotx," +
  "vnd.openxmlformats-officedocument.spreadsheetml.sheet=xlsx,vnd.openxmlformats-officedocument.spreadsheetml.template=xltx," +
  "vnd.openxmlformats-officedocument.presentationml.presentation=pptx,vnd.openxmlformats-officedocument.presentationml.slideshow=ppsx," +
  "vnd.openxmlformats-officedocument.presentationml.template=potx,vnd.openxmlformats-officedocument.presentationml.slide=sldx," +
  "vnd.ms-word.document.macroEnabled.12=docm,vnd.ms-word.template.macroEnabled.12=dotm,vnd.ms-excel.sheet.macroEnabled.12=xlsm," +
  "vnd.ms-excel.sheet.binary.macroEnabled.12=xlsb,vnd.ms-excel.template.macroEnabled.12=xltm,vnd.ms-excel.addin.macroEnabled.12=xlam," +
  "vnd.ms-powerpoint.presentation.macroEnabled.12=pptm,vnd.ms-powerpoint.slideshow.macroEnabled.12=ppsm," +
  "vnd.ms-powerpoint.template.macroEnabled.12=potm,vnd.ms-powerpoint.addin.macroEnabled.12=ppam," +
  "vnd.ms-powerpoint.slide.macroEnabled.12=sldm,onenote=onetoc onetoc2 onetmp onepkg,oxps,vnd.ms-xpsdocument=xps," +
  "vnd.oasis.opendocument.text=odt,vnd.oasis.opendocument.presentation=odp,vnd.oasis.opendocument.spreadsheet=ods," +
  "vnd.oasis.opendocument.graphics=odg,vnd.oasis.opendocument.chart=odc,vnd.oasis.opendocument.database=odb," +
  "vnd.oasis.opendocument.formula=odf,wordperfect=wp wpd,vnd.apple.keynote=key,vnd.apple.numbers=numbers,vnd.apple.pages=pages";

/**
 * Returns the file name endings that an `accept` entry allows: ".pdf" itself; those of a MIME type, compared as written;
 * those of all types of "image/*" in any case.
 */
export function acceptedEndings(entry: string): string[] {
  if (entry.startsWith(".")) return [entry.toLowerCase()];
  return table.split(";").flatMap((group) => {
    const [main = "", types = ""] = group.split(":");
    const isWhole = entry.toLowerCase() === `${main}/*`;
    return types.split(",").flatMap((type) => {
      const [sub = "", extensions = sub] = type.split("=");
      return isWhole || entry === `${main}/${sub}` ? extensions.split(" ").map((extension) => `.${extension}`) : [];
    });
  });
}
