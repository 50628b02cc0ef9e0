@echo off
rem The tgp command on Windows: tgp --help
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
if not defined TGP_MEMORY set "TGP_MEMORY=1200m"
set "classes=%~dp0lib\*"
if defined TGP_CLASSPATH set "classes=%classes%;%TGP_CLASSPATH%"
"%java%" --add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED -XX:+UseParallelGC -XX:TieredStopAtLevel=4 -Xshare:auto -Xss4m -Xmx%TGP_MEMORY% %TGP_JAVA_OPTIONS% -cp "%classes%" io.github.tgp4j.cli.Main %*
exit /b %errorlevel%
